import { mount, type Sidenote } from './mount.ts'
import { readAttributes } from './options.ts'
import type { PanelModule } from './panel-seam.ts'

/** Address of the panel's file beside this script; the build fills it in. */
declare const __PANEL__: string

/** A call made before the script was there: `Sidenote.push(['ask', 'How do I start?'])`. */
type Call = readonly [method: keyof Sidenote, ...parameters: unknown[]]

declare global {
  interface Window {
    /** The widget, or, before it is there, an array of calls it is to make. */
    Sidenote?: (Sidenote & { push(call: Call): void }) | Call[] | undefined
  }
}

// Both are only to be had now: later there is no current script, and pages replace fetch.
const tag = document.currentScript ?? document.querySelector('script[data-domain][data-key]')
const ownFetch: typeof fetch = window.fetch?.bind(window)

function start(script: HTMLScriptElement): void {
  const { domain, key, ...read } = readAttributes(script.dataset, (sentence) => console.warn(sentence))
  if (!domain || !key) {
    console.error(`Sidenote: the script tag has no data-${domain ? 'key' : 'domain'}; there is no assistant.`)
    return
  }
  let tries = 0
  const loadPanel = (): Promise<PanelModule> => {
    // Some browsers remember that an import failed, for as long as the page lives.
    const again = tries++ > 0 ? `?try=${tries}` : ''
    return import(/* @vite-ignore */ new URL(__PANEL__ + again, script.src).href)
  }
  const earlier = window.Sidenote
  const url = new URL(script.src).origin
  const widget = mount({ url, ...read, domain, key }, { loadPanel, fetch: ownFetch })
  const push = ([method, ...parameters]: Call): void => {
    const called: unknown = widget[method]
    if (typeof called === 'function') called(...parameters)
    else console.warn(`Sidenote: there is no method "${method}".`)
  }
  const destroy = () => {
    widget.destroy()
    window.Sidenote = undefined
  }
  window.Sidenote = { ...widget, destroy, push }
  if (Array.isArray(earlier)) for (const call of earlier) push(call)
}

const isFirst = !window.Sidenote || Array.isArray(window.Sidenote)
if (isFirst && tag instanceof HTMLScriptElement) {
  if (document.body) start(tag)
  else addEventListener('DOMContentLoaded', () => start(tag), { once: true })
}
