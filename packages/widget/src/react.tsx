import {
  type ButtonHTMLAttributes,
  type ForwardedRef,
  forwardRef,
  type HTMLAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { mount, type OptionChanges, type Sidenote, type SidenoteEvents, type WidgetOptions } from './index.ts'
import { languageOf, launcherText } from './locales/launcher-texts.ts'

type Listener<Name extends keyof SidenoteEvents> = ((detail: SidenoteEvents[Name]) => void) | undefined

/** Listeners to the widget's events, as React properties. */
interface Listeners {
  onOpen?: Listener<'open'>
  onClose?: Listener<'close'>
  onAsk?: Listener<'ask'>
  onAnswer?: Listener<'answer'>
  onFeedback?: Listener<'feedback'>
  onError?: Listener<'error'>
  /** `preventDefault()` leaves the navigation to your router. */
  onNavigate?: Listener<'navigate'>
}

/** Properties of `Assistant`. React reserves `key`, so the site's key is `publicKey` here. */
export type AssistantProps = Omit<WidgetOptions, 'key'> & Listeners & { readonly publicKey: string }

/** Listens to all events once; the listeners they go to may change with each rendering. */
function listen(widget: Sidenote, latest: { readonly current: Listeners }): void {
  widget.on('open', (detail) => latest.current.onOpen?.(detail))
  widget.on('close', (detail) => latest.current.onClose?.(detail))
  widget.on('ask', (detail) => latest.current.onAsk?.(detail))
  widget.on('answer', (detail) => latest.current.onAnswer?.(detail))
  widget.on('feedback', (detail) => latest.current.onFeedback?.(detail))
  widget.on('error', (detail) => latest.current.onError?.(detail))
  widget.on('navigate', (detail) => latest.current.onNavigate?.(detail))
}

/** The changes from one set of options to the next. An option that is gone gets its default back. */
const changesBetween = (before: OptionChanges, next: OptionChanges): OptionChanges => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, undefined])),
  ...next,
})

/** On a server there is no page to measure, and React says so for each layout effect. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * The assistant: its launcher and its panel. It renders nothing, except with `variant="inline"` and no `container`: then it
 * renders the element that the panel fills. The `ref` is what `mount` returns.
 * @example <Assistant domain="acme" publicKey="svc_dsc_…" url="https://sidenote.acme.com" />
 */
export const Assistant = forwardRef(function Assistant(
  { publicKey, ...properties }: AssistantProps,
  ref: ForwardedRef<Sidenote | null>,
) {
  const { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate, ...others } = properties
  const options: WidgetOptions = { ...others, key: publicKey }
  const latest = useRef<Listeners>({})
  latest.current = { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate }
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Sidenote | null>(null)
  const before = useRef<OptionChanges>({})
  const { domain, url, variant, container } = options
  const hasPlace = variant === 'inline' && !container
  const withContainer = () => (hasPlace && place.current ? { ...options, container: place.current } : options)

  // Another site is another widget; the effect below handles changes.
  useBrowserEffect(() => {
    const mounted = mount(withContainer())
    listen(mounted, latest)
    widget.current = mounted
    before.current = options
    return () => {
      mounted.destroy()
      widget.current = null
    }
  }, [domain, url])

  const optionsText = JSON.stringify({ ...options, container: undefined })
  // The text stands for the options.
  useBrowserEffect(() => {
    if (JSON.stringify({ ...before.current, container: undefined }) === optionsText) return
    widget.current?.update(changesBetween(before.current, withContainer()))
    before.current = options
  }, [optionsText, container])

  // Effects run in order, so the widget exists by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useImperativeHandle<Sidenote | null, Sidenote | null>(ref, () => widget.current, [domain, url])
  return hasPlace ? <div ref={place} /> : null
})

/** Properties of `Launcher`: those of a button. */
export interface LauncherProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The question that it asks. Without one, it opens the panel. */
  readonly question?: string
}

/** Properties of `PageMenu`: the site, and those of an element. React reserves `key`, so the site's key is `publicKey` here. */
export interface PageMenuProps
  extends HTMLAttributes<HTMLDivElement>,
    Pick<WidgetOptions, 'domain' | 'url' | 'language'> {
  readonly publicKey: string
}

/**
 * A menu for one page: it copies the page as Markdown, opens it in ChatGPT or Claude, and copies the address of the site's MCP
 * server.
 * @example <PageMenu domain="acme" publicKey="svc_dsc_…" url="https://sidenote.acme.com" />
 */
export function PageMenu({ domain, publicKey, url, language, ...properties }: PageMenuProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const ending = new AbortController()
    const options = { domain, url, key: publicKey, language }
    const settings = { options: () => options, fetch: fetch.bind(window), signal: ending.signal }
    import('./buttons.ts').then(
      ({ fillPageMenu }) => {
        if (place.current && !ending.signal.aborted) fillPageMenu(place.current, settings)
      },
      () => {},
    )
    return () => ending.abort()
  }, [domain, publicKey, url, language])
  return <div {...properties} ref={place} />
}

const subscribeToNothing = () => () => {}
const englishLabel = launcherText('en')
const pageLabel = () => launcherText(languageOf(undefined))

/**
 * A button of your page that opens the assistant. It looks as your styles want; without children, it says “Ask AI” in the
 * page's language.
 * @example <Launcher className="nav-button">Ask the docs</Launcher>
 */
export function Launcher({ question, children, ...properties }: LauncherProps) {
  const label = useSyncExternalStore(subscribeToNothing, pageLabel, () => englishLabel)
  const trigger = question === undefined ? { 'data-ask-open': '' } : { 'data-ask': question }
  return (
    <button type="button" {...properties} {...trigger}>
      {children ?? label}
    </button>
  )
}
