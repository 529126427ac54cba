import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { Filter } from '@sidenote/contract'
import { asSchema } from 'ai'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { beginningOf } from '../pages/plain-text.ts'
import { parseJson } from '../parse-json.ts'
import { meetsFilter } from '../search/editions/editions.ts'
import { findSections, type PageSection, readPage } from '../search/pages.ts'
import { type SearchOptions, searchSections } from '../search/search.ts'
import type { SearchIndex } from '../search/search-index.ts'
import {
  betweenSources,
  fitSources,
  longestPage,
  longestSection,
  mostFurther,
  type NamedSection,
  writeFurther,
  writeSource,
} from './prompt.ts'
import type { Passage, Source, SourceList } from './sources.ts'

/** What one call gives the model to read. */
const foundCharacters = 24_000

/** What a tool found. The model reads the passages, the reader sees which ones they are. */
export interface ToolResult {
  readonly found: readonly Source[]
  /** Numbers of those that the model has read before. @default none */
  readonly known?: ReadonlySet<number>
  /** Found beyond them, and only named to the model. @default none */
  readonly further?: readonly NamedSection[]
  /** True when the model has called tools too often for one answer. */
  readonly refused?: true
}

/** What a call gave, and what the model is told of it. */
export interface ToolOutcome {
  readonly toolCallId: string
  readonly toolName: string
  readonly told: string
  readonly isError: boolean
  /** Why the search failed, when it did. */
  readonly error?: unknown
  readonly output?: ToolResult
}

/** What a model can do. */
export interface AssistantTools {
  /** The input of a call, if there is such a tool and it takes that. */
  readonly readInput: (toolName: string, input: string) => object | undefined
  readonly run: (toolName: string, input: object) => Promise<ToolResult>
  /** Have they been called so often that a further call gives nothing? */
  readonly areSpent: () => boolean
}

// Made once: a schema needs more memory than all else of an answer that waits for its model.
const inputs = {
  search: z.object({ query: z.string().min(1).max(1_000).describe('What to look for, in a few words.') }),
  read_page: z.object({
    path: z.string().max(1_000).describe('Path of the page, as a source gives it; “/” is the home page.'),
    section: z
      .string()
      .max(1_000)
      .optional()
      .describe('Heading of the one section to read, with all that stands below it. Left out, the page is read.'),
  }),
}

const declare = async (name: keyof typeof inputs, description: string): Promise<LanguageModelV4FunctionTool> => ({
  type: 'function',
  name,
  description,
  inputSchema: await asSchema<object>(inputs[name]).jsonSchema,
})

/** The tools, as models are told of them. */
export const declaredTools: LanguageModelV4FunctionTool[] = [
  await declare(
    'search',
    'Searches this documentation. Gives numbered passages. Several searches may be made at once.',
  ),
  await declare('read_page', 'Reads one whole page of this documentation, or one section of it.'),
]

/** How often the tools may be called for one answer, several at once or one after the other. */
const mostCalls = 10

/**
 * The only two things a model can do: search the pages of its own site, and read one of them or a section of it. What it
 * finds joins the numbered sources. Pages that the filter leaves out are not there.
 */
export const createTools = (
  searchIndex: SearchIndex,
  site: Pick<SiteRow, 'id' | 'url'>,
  sources: SourceList,
  search: Pick<SearchOptions, 'limit' | 'filter' | 'currentPath' | 'namedEditions' | 'asksBack'>,
): AssistantTools => {
  let calls = 0
  const told = new Set(fitSources(sources.all).flatMap(({ source, isWhole }) => (isWhole ? source.number : [])))
  const find = async (query: string): Promise<ToolResult> => {
    const matches = await searchSections(searchIndex, site, { query, ...search, limit: search.limit + mostFurther })
    const found = await sources.add(matches.slice(0, search.limit))
    return { found, further: matches.slice(search.limit) }
  }
  const read = async ({ path, section }: { path: string; section?: string | undefined }): Promise<ToolResult> => {
    const passage = await readPassage(searchIndex.database, site, { path, section, filter: search.filter })
    return { found: await sources.add(passage ? [passage] : []) }
  }
  return {
    readInput: (toolName, input) =>
      toolName === 'search' || toolName === 'read_page' ? inputs[toolName].safeParse(parseJson(input)).data : undefined,
    areSpent: () => calls >= mostCalls,
    async run(toolName, input) {
      if (++calls > mostCalls) return { found: [], refused: true }
      const { found, further } = await (toolName === 'search'
        ? find(inputs.search.parse(input).query)
        : read(inputs.read_page.parse(input)))
      const known = new Set(found.flatMap(({ number }) => (told.has(number) ? number : [])))
      for (const { source, isWhole } of fitFound(found, known)) if (isWhole) told.add(source.number)
      return { found, known, ...(further && { further }) }
    },
  }
}

const fitFound = (found: readonly Source[], known: ReadonlySet<number>) =>
  fitSources(
    found.filter(({ number }) => !known.has(number)),
    foundCharacters,
  )

/** What a model reads of a result. What it has read before is only named: it pays for every word that it reads again. */
export const writeFound = ({ found, known = new Set(), further = [], refused }: ToolResult): string => {
  if (refused) return 'No further call is allowed. Answer from the sources that you have.'
  if (found.length === 0) return 'Nothing was found.'
  const passages = fitFound(found, known).map(({ source, content }) => writeSource(source, content))
  const again = [...known].map((number) => `[${number}]`).join('')
  return [
    ...passages,
    ...(again ? [`Found as well, and given to you before: ${again}`] : []),
    ...(further.length > 0 ? [`Further sections, only named:\n${writeFurther(further)}`] : []),
  ].join(betweenSources)
}

/** A page as one passage, without an anchor; or the section of it that is named, where there is such a one. */
export const readPassage = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { path, section, filter }: { path: string; section?: string | undefined; filter?: Filter | null | undefined },
): Promise<Passage | undefined> => {
  const page = await readPage(database, site, path)
  if (!page || (filter && !meetsFilter(page, filter))) return undefined
  const { title, version, language, tags } = page
  const parts = section === undefined ? [] : findSections(page, section)
  const whole = { heading: null, anchor: null, breadcrumbs: [title], url: page.url }
  const read = parts[0]
    ? { ...parts[0], ...fitSections(parts, longestSection) }
    : { ...whole, ...fitSections(page.sections, longestPage, `# ${title}`) }
  return { path: page.path, title, version, language, tags, ...read }
}

const mostHeadings = 40
const shortHeading = (heading: string): string => beginningOf(heading, 80)
/** What the names of the sections that follow may take, in characters. */
const longestNames = 2_000

/** As many sections as there is room for, and what those are called that are left out. */
const fitSections = (
  sections: readonly PageSection[],
  longest: number,
  title = '',
): Pick<Passage, 'content' | 'places'> => {
  const whole = writeSections([title, ...sections.map(({ content }) => content)])
  if (whole.length <= longest) return { content: whole, places: sections.flatMap(({ places }) => places) }
  const room = longest - longestNames
  let length = title.length
  const end = sections.findIndex(({ content }) => {
    length += content.length + 2
    return length > room
  })
  // Of a first one that is longer, the beginning is read.
  const taken = sections.slice(0, Math.max(1, end))
  const content = beginningOf(writeSections([title, ...taken.map((section) => section.content)]), room)
  const known = new Set(taken.map(({ heading }) => heading))
  const left = new Set(sections.flatMap(({ heading }) => (heading === null || known.has(heading) ? [] : heading)))
  const names =
    left.size > 0 ? ` Sections that follow: ${[...left].slice(0, mostHeadings).map(shortHeading).join(' · ')}` : ''
  return {
    content: `${content}\n\n… This goes on: read the section that you need, or search for it.${beginningOf(names, 1_900)}`,
    places: taken.flatMap(({ places }) => places),
  }
}

const writeSections = (contents: readonly string[]): string => contents.filter((part) => part !== '').join('\n\n')
