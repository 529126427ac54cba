import { useEffect, useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { statusText } from './status.tsx'

const launcherOf = (root: ShadowRoot): HTMLElement | null => root.querySelector('.sn-launcher')

/** Puts a badge on the launcher if an answer was finished while the panel was closed. */
export function useAnswerBadge({ root, frame }: PanelSeam, assistant: Assistant): void {
  const texts = useTexts()
  const wasBusy = useRef(false)
  useEffect(() => {
    const launcher = launcherOf(root)
    if (wasBusy.current && !assistant.isBusy && frame.inert && launcher) {
      launcher.dataset.news = ''
      launcher.title = statusText(assistant, texts)
    }
    wasBusy.current = assistant.isBusy
  })
}

/** Removes the badge. */
export function clearAnswerBadge({ root }: PanelSeam): void {
  const launcher = launcherOf(root)
  launcher?.removeAttribute('data-news')
  launcher?.removeAttribute('title')
}
