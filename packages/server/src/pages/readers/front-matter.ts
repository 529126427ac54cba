import { TomlError } from 'smol-toml'
import { isMap, isScalar, type Node } from 'yaml'
import { isRecord } from '../is-record.ts'
import { oneLine } from '../text-lines.ts'
import { homeText } from './home-text.ts'
import { readToml } from './toml.ts'
import { wordSet } from './word-set.ts'
import { readYaml } from './yaml.ts'

/** What a page says about itself before its first line. */
export interface FrontMatter {
  title: string | null
  /** What the navigation calls the page. */
  label: string | null
  description: string | null
  /** Where the generator publishes the page, when that is not its file's path. */
  slug: string | null
  version: string | null
  language: string | null
  /** Tags and keywords. */
  tags: string[]
  /** True when the generator would not publish the page. */
  draft: boolean
  /** True when it publishes the page and hides it from those who search. */
  hidden: boolean
  /** Markdown that the page shows above its text. */
  home: string
}

export interface FrontMatterProblem {
  /** Line within the front matter, counted from 1. */
  line: number
  column: number
  reason: string
}

export const noFrontMatter: FrontMatter = {
  title: null,
  label: null,
  description: null,
  slug: null,
  version: null,
  language: null,
  tags: [],
  draft: false,
  hidden: false,
  home: '',
}

/** A front matter has some twenty values, and aliases hardly ever. */
const bounds = { parts: 50_000, aliased: 1_000 }

interface Read {
  frontMatter: FrontMatter
  problem: FrontMatterProblem | null
}

/** Reads YAML front matter. What can be read of broken YAML is kept, and the first mistake is reported. */
export function readFrontMatter(yaml: string): Read {
  const { root, value, mistakes } = readYaml(yaml, { ...bounds, readNumber: (written) => written })
  const [mistake] = mistakes
  const problem = mistake && {
    line: mistake.line,
    column: mistake.column,
    reason: `The front matter is not valid YAML: ${mistake.reason}`,
  }
  // Jekyll and Hexo take any text for true.
  const fields = isRecord(value) && isQuoted(root, 'published') ? { ...value, published: true } : value
  return { frontMatter: fieldsOf(fields), problem: problem ?? null }
}

/** Whether the value of a field stands in quotes. */
const isQuoted = (root: Node | null, name: string): boolean =>
  isMap(root) &&
  root.items.some(
    ({ key, value }) =>
      isScalar(key) &&
      key.value === name &&
      isScalar(value) &&
      (value.type === 'QUOTE_DOUBLE' || value.type === 'QUOTE_SINGLE'),
  )

/** In characters. */
const longestJson = 16_000

/** Front matter in JSON, which Hugo takes: a record at the beginning, on lines of its own. Undefined without it. */
export function jsonMatterIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  const end = /\n\}[ \t]*(?=\r?\n|$)/.exec(text.slice(0, longestJson))
  const json = end ? text.slice(0, end.index + end[0].length) : ''
  try {
    return isRecord(JSON.parse(json)) ? json : undefined
  } catch {
    return undefined
  }
}

/** The same of TOML, of which nothing is kept when it is broken. */
export function readTomlFrontMatter(toml: string): Read {
  try {
    return { frontMatter: fieldsOf(readToml(toml)), problem: null }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const reason = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
    const problem = { line: error.line, column: error.column, reason: `The front matter is not valid TOML: ${reason}` }
    return { frontMatter: noFrontMatter, problem }
  }
}

function fieldsOf(value: unknown): FrontMatter {
  if (!isRecord(value)) return noFrontMatter
  return {
    title: firstText(value.title),
    label: firstText(value.sidebarTitle, value.sidebar_label, value.nav_title),
    description: firstText(value.description, value.summary),
    slug: firstText(value.slug, value.permalink),
    version: firstText(value.version),
    language: firstText(value.language, value.lang, value.locale),
    tags: [...new Set([...textList(value.tags), ...textList(value.keywords)])],
    draft: truthOf(value.draft) === true || isUnpublished(value.published) || truthOf(value.publish) === false,
    hidden: isHidden(value),
    home: homeText(value),
  }
}

/** Of no word but those of YAML 1.1: the programs that know this field take any other value for true. */
const isUnpublished = (value: unknown): boolean => truthOf(value) === false && String(value).length > 1

const trueWords = wordSet('true yes on y t 1')
const falseWords = wordSet('false no off n f 0')

/**
 * Whether a field says yes or no, in any of the words that generators take for it: those of YAML 1.1, which Ruby, Go and Python
 * read, and texts that they turn into truth values. Undefined for anything else.
 */
export function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = String(value).trim().toLowerCase()
  return trueWords.has(word) ? true : falseWords.has(word) ? false : undefined
}

/** As generators say that their own search does not find a page. */
function isHidden(value: Record<string, unknown>): boolean {
  const hiding = [
    'unlisted',
    'hidden',
    'noindex',
    'search_exclude',
    'exclude_search',
    'searchExclude',
    'excludeSearch',
    'nosearch',
  ]
  const showing = ['search', 'searchable', 'pagefind']
  const isExcluded = isRecord(value.search) && truthOf(value.search.exclude) === true
  return (
    isExcluded ||
    hiding.some((key) => truthOf(value[key]) === true) ||
    showing.some((key) => truthOf(value[key]) === false)
  )
}

/** All that front matter says; undefined when it is no record. */
export function readFields(yaml: string): Record<string, unknown> | undefined {
  const { value } = readYaml(yaml, bounds)
  return isRecord(value) ? value : undefined
}

/** The same with numbers as they are written. */
export function readWrittenFields(yaml: string): Record<string, unknown> | undefined {
  const { value } = readYaml(yaml, { ...bounds, readNumber: (written) => written })
  return isRecord(value) ? value : undefined
}

/** The same of TOML. */
export function readTomlFields(toml: string): Record<string, unknown> | undefined {
  try {
    return readToml(toml)
  } catch {
    return undefined
  }
}

function firstText(...values: unknown[]): string | null {
  for (const value of values) {
    const text =
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value === 'string' ? value : ''
    if (text.trim()) return oneLine(text)
  }
  return null
}

function textList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return items.map((item) => firstText(item)).filter((item) => item !== null)
}
