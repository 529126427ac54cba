import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'
import type { AnswerContext } from '../src/parts/answer-context.ts'
import { Markdown } from '../src/parts/markdown.tsx'
import { answer, ends } from './answer.ts'

const source = (number: number) => ({
  number,
  url: `https://docs.example.com/p${number}`,
  path: `/p${number}`,
  title: `Page ${number}`,
  section: 'Section',
  breadcrumbs: [],
  snippet: 'A passage.',
  version: undefined,
})
const context: AnswerContext = {
  sources: new Map([1, 2, 3].map((number) => [number, source(number)])),
  numberOf: ({ number }) => number,
  imageHosts: [],
  citations: [],
  askAbout: () => {},
}

type Props = { readonly text: string; readonly isGrowing: boolean }
const plugins = [remarkGfm]
const renderers: Readonly<Record<string, ComponentType<Props>>> = {
  Sidenote: ({ text, isGrowing }) => <Markdown text={text} isGrowing={isGrowing} context={context} />,
  'react-markdown': ({ text }) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
  Streamdown: ({ text, isGrowing }) => <Streamdown isAnimating={isGrowing}>{text}</Streamdown>,
}

declare global {
  interface Window {
    /** Renders the growing answer. Returns the script time in ms. */
    run(name: string): number
    /** Renders 50 whole answers, one below the other. */
    fill(name: string): void
    clear(): void
  }
}

const mounts: Root[] = []
const mount = (): Root => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  mounts.push(root)
  return root
}

window.clear = () => {
  for (const root of mounts.splice(0)) root.unmount()
  document.body.replaceChildren()
}

window.run = (name) => {
  const Renderer = renderers[name]
  if (!Renderer) throw new Error(`There is no renderer "${name}".`)
  const root = mount()
  const start = performance.now()
  for (const end of ends) flushSync(() => root.render(<Renderer text={answer.slice(0, end)} isGrowing />))
  flushSync(() => root.render(<Renderer text={answer} isGrowing={false} />))
  return performance.now() - start
}

window.fill = (name) => {
  const Renderer = renderers[name]
  if (!Renderer) throw new Error(`There is no renderer "${name}".`)
  for (let count = 0; count < 50; count++) {
    const root = mount()
    for (const share of [0.25, 0.5, 0.75, 1])
      flushSync(() => root.render(<Renderer text={answer.slice(0, answer.length * share)} isGrowing={share < 1} />))
  }
}
