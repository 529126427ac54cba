// First, so that the style sheet comes first in the file: anywhere else it costs some 40 bytes more.
import './page/create-surface.ts'
import { importVerified } from './page/import-verified.ts'
import { mount } from './page/mount.ts'
import type { RawOptions } from './page/options.ts'
import type { PanelModule } from './page/panel-seam.ts'
import type { Sidenote } from './page/sidenote.ts'
import type { ButtonsModule } from './page/wake-buttons.ts'

/** Address of the panel's file, relative to this script, and the integrity of its bytes. The build fills them in. */
declare const __PANEL__: string
declare const __INTEGRITY__: string
/** The same of the file with the buttons on selections and code blocks. */
declare const __BUTTONS__: string
declare const __BUTTONS_INTEGRITY__: string

/** A call made before the script was there: `Sidenote.push(['ask', 'How do I start?'])`. */
type Call = readonly [method: keyof Sidenote, ...parameters: unknown[]]

declare global {
  interface Window {
    /** The widget, or, before it is there, an array of calls to make then. */
    Sidenote?: (Sidenote & { push(call: Call): void }) | Call[] | undefined
  }
}

// Both exist only now: later there is no current script, and pages replace fetch.
const { currentScript } = document
const tag =
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : document.querySelector<HTMLScriptElement>('script[data-domain][data-key]')
const originalFetch: typeof fetch = window.fetch?.bind(window)

function start(script: HTMLScriptElement): void {
  // A second tag may have been quicker. An element of the page with this id is no widget.
  if (window.Sidenote && 'destroy' in window.Sidenote) return
  // Attributes are text; the panel parses them.
  const { domain, key, ...attributes } = script.dataset as Partial<RawOptions>
  if (!domain || !key) {
    console.error(`Sidenote: the script tag has no data-${domain ? 'key' : 'domain'}.`)
    return
  }
  // Some browsers remember failed imports for as long as the page lives, so each try has an address of its own.
  const loader = <Module>(file: string, integrity: string): (() => Promise<Module>) => {
    let tries = 0
    return () => importVerified(new URL(file + '?'.repeat(tries++), script.src).href, integrity, nonce)
  }
  const earlierCalls = window.Sidenote
  const { url = new URL(script.src).origin, nonce = script.nonce, ...options } = attributes
  const widget = mount(
    { ...options, domain, key, url },
    {
      loadPanel: loader<PanelModule>(__PANEL__, __INTEGRITY__),
      loadButtons: loader<ButtonsModule>(__BUTTONS__, __BUTTONS_INTEGRITY__),
      fetch: originalFetch,
      spelling: 'attributes',
    },
  )
  const push = ([method, ...parameters]: Call): void => {
    const action: unknown = widget[method]
    if (typeof action === 'function') action(...parameters)
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
  if (Array.isArray(earlierCalls)) for (const call of earlierCalls) push(call)
}

if (tag) {
  // The container of an inline panel may come after the script.
  const isParsed = document.readyState !== 'loading'
  if (isParsed || (document.body && tag.dataset.variant !== 'inline')) start(tag)
  else addEventListener('DOMContentLoaded', () => start(tag), { once: true })
}
