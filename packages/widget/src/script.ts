// First, so that the style sheet stands first in the file: anywhere else it costs some 40 bytes more.
import './page/create-surface.ts'
import { importVerified } from './page/import-verified.ts'
import { mount, type Sidenote } from './page/mount.ts'
import type { Given } from './page/options.ts'
import type { PanelModule } from './page/panel-seam.ts'

/** Address of the panel's file beside this script, and what its bytes must be; the build fills them in. */
declare const __PANEL__: string
declare const __INTEGRITY__: string

/** A call made before the script was there: `Sidenote.push(['ask', 'How do I start?'])`. */
type Call = readonly [method: keyof Sidenote, ...parameters: unknown[]]

declare global {
  interface Window {
    /** The widget, or, before it is there, an array of calls it is to make. */
    Sidenote?: (Sidenote & { push(call: Call): void }) | Call[] | undefined
  }
}

// Both are only to be had now: later there is no current script, and pages replace fetch.
const current = document.currentScript
const tag =
  current instanceof HTMLScriptElement
    ? current
    : document.querySelector<HTMLScriptElement>('script[data-domain][data-key]')
const ownFetch: typeof fetch = window.fetch?.bind(window)

function start(script: HTMLScriptElement): void {
  // A second tag may have been quicker. An element of the page with this id is no widget.
  if (window.Sidenote?.push && !Array.isArray(window.Sidenote)) return
  // Attributes are text; the panel reads what is more than that.
  const { domain, key, ...given } = script.dataset as Partial<Given>
  if (!domain || !key) {
    console.error(`Sidenote: the script tag has no data-${domain ? 'key' : 'domain'}.`)
    return
  }
  let tries = 0
  // Some browsers remember that an import failed, for as long as the page lives: each try has an address of its own.
  const loadPanel = (): Promise<PanelModule> =>
    importVerified(new URL(__PANEL__ + '?'.repeat(tries++), script.src).href, __INTEGRITY__, nonce)
  const earlier = window.Sidenote
  const { url = new URL(script.src).origin, nonce = script.nonce, ...options } = given
  const widget = mount({ ...options, domain, key, url }, { loadPanel, fetch: ownFetch, spelling: 'attributes' })
  const push = ([method, ...parameters]: Call): void => {
    const called: unknown = widget[method]
    if (typeof called === 'function') called(...parameters)
    else console.warn(`Sidenote has no method "${method}".`)
  }
  window.Sidenote = {
    ...widget,
    push,
    destroy() {
      widget.destroy()
      window.Sidenote = undefined
    },
  }
  if (Array.isArray(earlier)) for (const call of earlier) push(call)
}

if (tag) {
  // An element that the panel is to fill may stand behind us.
  const isParsed = document.readyState !== 'loading'
  if (isParsed || (document.body && tag.dataset.variant !== 'inline')) start(tag)
  else addEventListener('DOMContentLoaded', () => start(tag), { once: true })
}
