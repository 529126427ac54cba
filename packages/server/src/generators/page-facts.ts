import { readFields, readTomlFields } from '../pages/front-matter.ts'
import { isRecord } from '../pages/is-record.ts'
import type { ReadText } from './site.ts'

/** What front matter tells of where a page stands. */
export interface PageFacts {
  readonly id: string | null
  readonly slug: string | null
  readonly title: string | null
  /** What navigations call the page. */
  readonly label: string | null
  readonly position: number | null
  /** All that it says. */
  readonly fields: Readonly<Record<string, unknown>>
}

const matter = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?:([\s\S]{0,16000}?)\r?\n)?\1[ \t]*(?:\r?\n|$)/

/** Reads the front matter at the beginning of a page; undefined when it has none. */
function readPlaceFacts(text: string): PageFacts | undefined {
  const [, mark, written = ''] = matter.exec(text) ?? []
  if (mark === undefined) return undefined
  const fields = (mark === '---' ? readFields(written) : readTomlFields(written)) ?? {}
  const sidebar = isRecord(fields.sidebar) ? fields.sidebar : {}
  return {
    fields,
    id: textOf(fields.id),
    slug: textOf(fields.slug),
    title: textOf(fields.title),
    label: textOf(fields.sidebar_label) ?? textOf(sidebar.label),
    position: numberOf(fields.sidebar_position) ?? numberOf(sidebar.order),
  }
}

/** What pages say of themselves, by their files. */
export async function readFacts(files: readonly string[], read: ReadText): Promise<Map<string, PageFacts>> {
  const facts = new Map<string, PageFacts>()
  for (const file of files) {
    const found = readable.test(file) ? readPlaceFacts((await read(file)) ?? '') : undefined
    if (found) facts.set(file, found)
  }
  return facts
}

const readable = /\.(?:mdx?|markdown|html?)$/i

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : typeof value === 'number' ? String(value) : null

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
