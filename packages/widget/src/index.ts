import { mount as mountWith, type Sidenote } from './page/mount.ts'
import type { WidgetOptions } from './page/options.ts'

export type { PageContext } from './page/page-context.ts'
export type { AskSettings, Sidenote } from './page/mount.ts'
export type { OptionChanges, WidgetOptions } from './page/options.ts'
export type { SidenoteEvents } from './page/panel-seam.ts'

/** The widget that is on the page; there is never a second one. */
let mounted: Sidenote | undefined

/**
 * Puts the widget on the page; the panel is loaded at the reader's first intent. Where it already is, the options are
 * changed and the widget that is there is returned.
 * @example
 * const sidenote = mount({ domain: 'acme', key: 'svc_dsc_…', url: 'https://sidenote.acme.dev' })
 */
export function mount(options: WidgetOptions): Sidenote {
  if (mounted) {
    mounted.update(options)
    return mounted
  }
  const widget = mountWith(options, {
    loadPanel: () => import('./panel.tsx'),
    fetch: fetch.bind(window),
    spelling: 'names',
  })
  const destroy = () => {
    widget.destroy()
    mounted = undefined
  }
  mounted = { ...widget, destroy }
  return mounted
}
