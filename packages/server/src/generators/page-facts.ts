import { isRecord } from '../pages/is-record.ts'
import { jsonMatterIn, readFields, readTomlFields } from '../pages/readers/front-matter.ts'

/** What a page's front matter says about where the page is. */
export interface PageFacts {
  readonly id: string | null
  readonly slug: string | null
  readonly title: string | null
  /** What navigations call the page. */
  readonly label: string | null
  readonly position: number | null
  /** Everything that it says. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** In characters. */
const longestFrontMatter = 16_000
const withFrontMatter = ['.md', '.mdx', '.markdown', '.html', '.htm']

/** Whether a file of this kind may have front matter. */
export const mayHaveFacts = (file: string): boolean =>
  withFrontMatter.some((ending) => file.toLowerCase().endsWith(ending))

/** Reads the front matter of a page; undefined if it has none. */
export function readPageFacts(text: string): PageFacts | undefined {
  const block = frontMatterOf(text)
  if (!block) return undefined
  const fields = (block.mark === '+++' ? readTomlFields(block.text) : readFields(block.text)) ?? {}
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

/** What stands between two lines of `---` (YAML) or `+++` (TOML) at the beginning, or a record of JSON there. */
function frontMatterOf(text: string): { mark: string; text: string } | undefined {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const json = jsonMatterIn(text.slice(start))
  if (json !== undefined) return { mark: '{', text: json }
  const [first = '', ...lines] = text.slice(start, start + longestFrontMatter).split('\n')
  const mark = first.trimEnd()
  if (mark !== '---' && mark !== '+++') return undefined
  const end = lines.findIndex((line) => line.trimEnd() === mark || (mark === '---' && line.trimEnd() === '...'))
  return end < 0 ? undefined : { mark, text: lines.slice(0, end).join('\n') }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : typeof value === 'number' ? String(value) : null

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
