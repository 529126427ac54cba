import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { mount, type OptionChanges, type SidenoteEvents, type Sidenote as Widget, type WidgetOptions } from './index.ts'

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

/** Properties of the component. React reserves `key`, so the site's key is `publicKey` here. */
export type SidenoteProps = Omit<WidgetOptions, 'key'> &
  Listeners & { readonly publicKey: string; readonly ref?: Ref<Widget | null> }

/** Listens to all events once; the listeners they go to may change with each rendering. */
function listen(widget: Widget, latest: { readonly current: Listeners }): void {
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

/**
 * The widget as a component. It renders nothing, except with `variant="inline"` and no `container`: then it renders the
 * element that the panel fills. The `ref` is what `mount` returns.
 * @example <Sidenote domain="acme" publicKey="svc_dsc_…" url="https://sidenote.acme.dev" />
 */
export function Sidenote({ ref, publicKey, ...properties }: SidenoteProps) {
  const { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate, ...others } = properties
  const options: WidgetOptions = { ...others, key: publicKey }
  const latest = useRef<Listeners>({})
  latest.current = { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate }
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget>(null)
  const before = useRef<OptionChanges>({})
  const { domain, url, variant, container } = options
  const hasPlace = variant === 'inline' && !container
  const withContainer = () => (hasPlace && place.current ? { ...options, container: place.current } : options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another site is another widget; the effect below handles changes
  useLayoutEffect(() => {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the options
  useLayoutEffect(() => {
    if (JSON.stringify({ ...before.current, container: undefined }) === optionsText) return
    widget.current?.update(changesBetween(before.current, withContainer()))
    before.current = options
  }, [optionsText, container])

  // Effects run in order, so the widget exists by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useImperativeHandle<Widget | null, Widget | null>(ref, () => widget.current, [domain, url])
  return hasPlace ? <div ref={place} /> : null
}
