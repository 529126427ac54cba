import { parseJson } from '../../../parse-json.ts'
import { isRecord } from '../../is-record.ts'
import type { PageText } from '../../page.ts'
import { noFrontMatter } from '../front-matter.ts'
import { findJsonExcess } from '../json.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { parseMarkdown } from './parse-markdown.ts'

const bounds = { values: 200_000, deepest: 100 }
const fence = '````````'

/** Reads a Jupyter notebook: its Markdown, and its code without what that has printed. */
export function parseNotebook(page: PageText): ReducedPage {
  const excess = findJsonExcess(page.text, bounds)
  const notebook = excess ? undefined : parseJson(page.text)
  if (!isRecord(notebook) || !Array.isArray(notebook.cells)) {
    const reason = `The notebook can't be read: ${excess ?? 'it has no list of cells in JSON.'}`
    return {
      blocks: [],
      matter: noFrontMatter,
      problems: [{ line: null, column: null, reason }],
      anchors: page.anchors ?? 'github',
    }
  }
  const language = languageOf(notebook.metadata)
  const cells = notebook.cells.filter(isRecord).map((cell) => cellText(cell, language))
  return parseMarkdown({ ...page, format: 'md', text: cells.filter(Boolean).join('\n\n') })
}

function cellText({ cell_type, source }: Record<string, unknown>, language: string): string {
  const text = Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : ''
  if (cell_type === 'markdown') return text
  return cell_type === 'code' && text.trim() !== '' ? `${fence}${language}\n${text}\n${fence}` : ''
}

function languageOf(metadata: unknown): string {
  const info = isRecord(metadata) ? (metadata.language_info ?? metadata.kernelspec) : undefined
  const name = isRecord(info) ? (info.name ?? info.language) : undefined
  return typeof name === 'string' && /^[\w+#.-]{1,30}$/.test(name) ? name : ''
}
