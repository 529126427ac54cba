import { useEffect, useRef } from 'react'
import type { Assistant } from '../chat/assistant.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { statusText } from './status.tsx'

const launcherOf = (root: ShadowRoot): HTMLElement | null => root.querySelector('.sn-launcher')

/** Tells on the launcher that an answer came to its end while the panel was closed. */
export function useNews({ root, frame }: PanelSeam, assistant: Assistant): void {
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

/** The reader has seen it. */
export function clearNews({ root }: PanelSeam): void {
  const launcher = launcherOf(root)
  launcher?.removeAttribute('data-news')
  launcher?.removeAttribute('title')
}
