import { listen, type Surface } from './surface.ts'

/** The file with the buttons on selections and code blocks. */
export interface ButtonsModule {
  startButtons(surface: Surface): void
}

/** Loads the buttons at the first selection, or at the first code block that the reader goes to: most pages are only read. */
export function wakeButtons(surface: Surface, load: () => Promise<ButtonsModule>): void {
  let isAwake = false
  const wake = () => {
    if (isAwake) return
    isAwake = true
    load().then(
      ({ startButtons }) => startButtons(surface),
      () => {
        isAwake = false
      },
    )
  }
  listen(surface, 'selectionchange', () => getSelection()?.isCollapsed || wake())
  listen(surface, 'pointerover focusin', ({ target }) => {
    if (target instanceof Element && target.closest('pre, div:has(> pre)')) wake()
  })
}
