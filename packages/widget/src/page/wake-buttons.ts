import type { RequestSettings } from './send-json.ts'
import { listen, type Surface } from './surface.ts'

/** The file with what few pages need: the buttons on selections and code blocks, the page menu, and tools for the browser's agent. */
export interface ButtonsModule {
  startButtons(surface: Surface): void
  followPageMenus(settings: RequestSettings): void
  registerTools(settings: RequestSettings): void
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

/** Loads the page menu if the owner wants it, and the tools if the browser has an agent (WebMCP) and neither owner nor consent stands against it. */
export function offerTools(settings: RequestSettings, load: () => Promise<ButtonsModule>): void {
  const { agentTools, consent, pageMenu } = settings.options()
  const hasAgent = 'modelContext' in document || 'modelContext' in navigator
  const offersTools = hasAgent && agentTools !== 'none' && !consent
  if (offersTools || pageMenu)
    load().then(
      ({ followPageMenus, registerTools }) => {
        followPageMenus(settings)
        if (offersTools) registerTools(settings)
      },
      () => {},
    )
}
