import type { ToolSettings } from './page-tools.ts'
import { listen, type Surface } from './surface.ts'

/** The file with what few pages need: the buttons on selections and code blocks, and tools for the browser's agent. */
export interface ButtonsModule {
  startButtons(surface: Surface): void
  registerTools(settings: ToolSettings): void
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

/** Loads the tools if the browser has an agent (WebMCP), and neither owner nor consent stands against it. */
export function offerTools(settings: ToolSettings, load: () => Promise<ButtonsModule>): void {
  const { agentTools, consent } = settings.options()
  if (!('modelContext' in document || 'modelContext' in navigator) || agentTools === 'none' || consent) return
  load().then(
    ({ registerTools }) => registerTools(settings),
    () => {},
  )
}
