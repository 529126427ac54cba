import { LineCounter, parseDocument } from 'yaml'

/** What a page says about itself before its first line. */
export interface FrontMatter {
  title: string | null
  description: string | null
  /** Where the generator publishes the page, when that is not its file's path. */
  slug: string | null
  version: string | null
  language: string | null
  /** Tags and keywords. */
  tags: string[]
  /** True when the generator would not publish the page. */
  draft: boolean
}

export interface FrontMatterProblem {
  /** Line within the YAML, counted from 1. */
  line: number
  column: number
  reason: string
}

export const noFrontMatter: FrontMatter = {
  title: null,
  description: null,
  slug: null,
  version: null,
  language: null,
  tags: [],
  draft: false,
}

/** Reads YAML front matter. What can be read of broken YAML is kept, and the first mistake is reported. */
export function readFrontMatter(yaml: string): { frontMatter: FrontMatter; problem: FrontMatterProblem | null } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const mistake = document.errors[0]
  const at = mistake ? lines.linePos(mistake.pos[0]) : null
  const problem = mistake && at ? { line: at.line, column: at.col, reason: sentence(mistake.message) } : null
  return { frontMatter: fieldsOf(readDocument(document)), problem }
}

function fieldsOf(value: unknown): FrontMatter {
  if (!isRecord(value)) return noFrontMatter
  return {
    title: firstText(value.title, value.sidebarTitle, value.sidebar_label, value.nav_title),
    description: firstText(value.description, value.summary),
    slug: firstText(value.slug, value.permalink),
    version: firstText(value.version),
    language: firstText(value.language, value.lang, value.locale),
    tags: [...new Set([...textList(value.tags), ...textList(value.keywords)])],
    draft: value.draft === true,
  }
}

function readDocument(document: ReturnType<typeof parseDocument>): unknown {
  try {
    // The alias bound keeps a page of nested aliases from filling the memory.
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function firstText(...values: unknown[]): string | null {
  for (const value of values) {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
    if (text.trim()) return text.trim().replace(/\s+/g, ' ')
  }
  return null
}

function textList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return items.map((item) => firstText(item)).filter((item) => item !== null)
}

const sentence = (message: string): string => `The front matter is not valid YAML: ${message.replace(/\s+/g, ' ')}`
