import { mount as mountPage } from './page/mount.ts'
import type { WidgetOptions } from './page/options.ts'
import type { Sidenote } from './page/sidenote.ts'

export type { SidenoteEvents } from './page/events.ts'
export type { OptionChanges, WidgetOptions } from './page/options.ts'
export type { PageContext } from './page/page-context.ts'
export type { AskSettings, Sidenote } from './page/sidenote.ts'

/** The widget on the page. There is never a second one. */
let mountedWidget: Sidenote | undefined

/**
 * Puts the widget on the page. The panel is loaded once the reader shows intent. If the widget is already there, this changes
 * its options and returns it.
 * @example
 * const sidenote = mount({ domain: 'acme', key: 'svc_dsc_…', url: 'https://sidenote.acme.dev' })
 */
export function mount(options: WidgetOptions): Sidenote {
  if (mountedWidget) {
    mountedWidget.update(options)
    return mountedWidget
  }
  const widget = mountPage(options, {
    loadPanel: () => import('./package-panel.tsx'),
    loadButtons: () => import('./buttons.ts'),
    fetch: fetch.bind(window),
    spelling: 'names',
  })
  const destroy = () => {
    widget.destroy()
    mountedWidget = undefined
  }
  mountedWidget = { ...widget, destroy }
  return mountedWidget
}
