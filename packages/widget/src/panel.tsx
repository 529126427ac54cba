import { useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type Assistant, useAssistant } from './assistant.ts'
import type { WidgetOptions } from './options.ts'
import { adopt } from './page/adopt.ts'
import { siteName } from './page/site-name.ts'
import { passageContext } from './page-context.ts'
import type { Panel, PanelSeam } from './panel-seam.ts'
import { followColours } from './panels/colours.ts'
import { coverPhones } from './panels/cover.ts'
import { SidePanel } from './panels/side-panel.tsx'
import styles from './styles.css?inline'

interface RunningProps {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly onReady: (assistant: Assistant, focus: () => void) => void
}

function Running({ seam, options, onReady }: RunningProps) {
  const assistant = useAssistant(seam, options)
  const box = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(assistant)
  latest.current = assistant
  useLayoutEffect(() => {
    onReady(latest.current, () => box.current?.focus({ preventScroll: true }))
  })
  // Chips that arrive from the page are meant for the next question.
  const contexts = assistant.contexts.length
  useEffect(() => {
    if (contexts > 0 && !seam.frame.inert) box.current?.focus({ preventScroll: true })
  }, [contexts, seam])
  return <SidePanel assistant={assistant} options={options} title={siteName(options)} box={box} onClose={seam.close} />
}

/** Fills the loader's frame with the panel. Calls that come before React has rendered wait for it. */
export function createPanel(seam: PanelSeam): Panel {
  adopt(seam.root, styles)
  let { options } = seam
  const colours = followColours(seam.host, () => options)
  const cover = coverPhones(seam.frame)
  const root = createRoot(seam.slot)
  const waiting: (() => void)[] = []
  let assistant: Assistant | undefined
  let focus = () => {}

  const onReady: RunningProps['onReady'] = (current, focusBox) => {
    assistant = current
    focus = focusBox
    for (const act of waiting.splice(0)) act()
  }
  const render = () => root.render(<Running seam={seam} options={options} onReady={onReady} />)
  const withAssistant = (act: (assistant: Assistant) => void): void => {
    if (assistant) act(assistant)
    else waiting.push(() => withAssistant(act))
  }
  render()
  return {
    update(changed) {
      options = changed
      colours.apply()
      render()
    },
    add: (passage) => withAssistant((current) => current.add(passageContext(passage))),
    ask: (question, contexts) => withAssistant((current) => current.ask(question, contexts)),
    shown(open, wantsFocus) {
      cover.update(open)
      if (open) colours.apply()
      if (open && wantsFocus) withAssistant(() => focus())
    },
    reset: () => withAssistant((current) => current.reset()),
    destroy() {
      colours.stop()
      cover.stop()
      root.unmount()
    },
  }
}
