import { isBusy, viewOf } from '../chat/conversation.ts'
import type { PanelStore } from '../chat/panel-store.ts'
import type { PanelTexts } from '../locales/texts.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { statusText } from './status.tsx'

const launcherOf = (root: ShadowRoot): HTMLElement | null => root.querySelector('.sn-launcher')

/** Puts a badge on the launcher if an answer was finished while the panel was closed. Returns a function that ends it. */
export function watchAnswers(
  { root, frame }: PanelSeam,
  { conversation }: PanelStore,
  texts: () => PanelTexts,
): () => void {
  let wasBusy = false
  return conversation.state.subscribe(() => {
    const state = conversation.state.get()
    const launcher = launcherOf(root)
    if (wasBusy && !isBusy(state) && frame.inert && launcher) {
      launcher.dataset.news = ''
      launcher.title = statusText(viewOf(state), texts())
    }
    wasBusy = isBusy(state)
  })
}

/** Removes the badge. */
export function clearAnswerBadge({ root }: PanelSeam): void {
  const launcher = launcherOf(root)
  launcher?.removeAttribute('data-news')
  launcher?.removeAttribute('title')
}
