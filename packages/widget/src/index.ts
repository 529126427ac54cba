import { mount as mountWith, type Sidenote } from './mount.ts'
import type { WidgetOptions } from './options.ts'

export type { AskSettings, Sidenote } from './mount.ts'
export type { WidgetOptions } from './options.ts'
export type { PageContext } from './page-context.ts'
export type { SidenoteEvents } from './panel-seam.ts'

/**
 * Puts the widget on the page; the panel is loaded at the reader's first intent.
 * @example
 * const sidenote = mount({ domain: 'acme', key: 'svc_dsc_…', url: 'https://sidenote.acme.dev' })
 */
export const mount = (options: WidgetOptions): Sidenote =>
  mountWith(options, { loadPanel: () => import('./panel.tsx'), fetch: fetch.bind(window) })
