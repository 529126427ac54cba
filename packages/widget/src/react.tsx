import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { mount, type OptionChanges, type SidenoteEvents, type Sidenote as Widget, type WidgetOptions } from './index.ts'

type Listener<Name extends keyof SidenoteEvents> = ((detail: SidenoteEvents[Name]) => void) | undefined

/** Listeners to the widget's events, as properties. */
interface Listeners {
  onOpen?: Listener<'open'>
  onClose?: Listener<'close'>
  onAsk?: Listener<'ask'>
  onAnswer?: Listener<'answer'>
  onFeedback?: Listener<'feedback'>
  onError?: Listener<'error'>
  /** `preventDefault()` leaves going to `url` to your router. */
  onNavigate?: Listener<'navigate'>
}

/** React keeps `key` for itself, so the site's key is `publicKey` here. */
export type SidenoteProps = Omit<WidgetOptions, 'key'> &
  Listeners & { readonly publicKey: string; readonly ref?: Ref<Widget | null> }

/** Listens to everything for as long as the widget is there; whoever listens then may change with each rendering. */
function listen(widget: Widget, latest: { readonly current: Listeners }): void {
  widget.on('open', (detail) => latest.current.onOpen?.(detail))
  widget.on('close', (detail) => latest.current.onClose?.(detail))
  widget.on('ask', (detail) => latest.current.onAsk?.(detail))
  widget.on('answer', (detail) => latest.current.onAnswer?.(detail))
  widget.on('feedback', (detail) => latest.current.onFeedback?.(detail))
  widget.on('error', (detail) => latest.current.onError?.(detail))
  widget.on('navigate', (detail) => latest.current.onNavigate?.(detail))
}

/** What to change so that `next` holds; what it no longer names goes back to its default. */
const changesTo = (next: OptionChanges, before: OptionChanges): OptionChanges => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, undefined])),
  ...next,
})

/**
 * The widget as a component. It renders nothing, or, with `variant="inline"` and no `container`, the element that the panel
 * fills. The `ref` is what `mount` returns.
 * @example <Sidenote domain="acme" publicKey="svc_dsc_…" url="https://sidenote.acme.dev" />
 */
export function Sidenote({ ref, publicKey, ...properties }: SidenoteProps) {
  const { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate, ...named } = properties
  const options: WidgetOptions = { ...named, key: publicKey }
  const latest = useRef<Listeners>({})
  latest.current = { onOpen, onClose, onAsk, onAnswer, onFeedback, onError, onNavigate }
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget>(null)
  const before = useRef<OptionChanges>({})
  const { domain, url, variant, container } = options
  const hasPlace = variant === 'inline' && !container
  const placed = () => (hasPlace && place.current ? { ...options, container: place.current } : options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another site is another widget; all else is a change
  useLayoutEffect(() => {
    const made = mount(placed())
    listen(made, latest)
    widget.current = made
    before.current = options
    return () => {
      made.destroy()
      widget.current = null
    }
  }, [domain, url])

  const said = JSON.stringify({ ...options, container: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that matters about the options
  useLayoutEffect(() => {
    if (JSON.stringify({ ...before.current, container: undefined }) === said) return
    widget.current?.update(changesTo(placed(), before.current))
    before.current = options
  }, [said, container])

  // Effects run in order, so the widget is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useImperativeHandle<Widget | null, Widget | null>(ref, () => widget.current, [domain, url])
  return hasPlace ? <div ref={place} /> : null
}
