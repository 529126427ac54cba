import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { asSchema } from 'ai'
import { z } from 'zod'
import type { SiteRow } from '../database/tables.ts'
import { parseJson } from '../parse-json.ts'
import { searchSections } from '../search/search.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { SearchOptions } from '../search/search-options.ts'
import { betweenSources, fitSources, mostFurther, writeFurther, writeSource } from './prompt.ts'
import { readPassage } from './read-passage.ts'
import type { Source, SourceList } from './sources.ts'
import type { ToolResult } from './tool-result.ts'

/** Characters that one call gives the model to read. */
const longestResult = 24_000

/** What a model can do. */
export interface AssistantTools {
  /** The input of a call, if there is such a tool and it accepts the input. */
  readonly readInput: (toolName: string, input: string) => object | undefined
  readonly run: (toolName: string, input: object) => Promise<ToolResult>
  /** Were they called so often that another call gives nothing? */
  readonly areSpent: () => boolean
}

// Made once: a schema needs more memory than everything else of an answer that waits for its model.
const inputs = {
  search: z.object({ query: z.string().min(1).max(1_000).describe('What to look for, in a few words.') }),
  read_page: z.object({
    path: z.string().max(1_000).describe('Path of the page, as a source gives it; “/” is the home page.'),
    section: z
      .string()
      .max(1_000)
      .optional()
      .describe('Heading of one section to read, with everything below it. The whole page when left out.'),
  }),
}

const declare = async (name: keyof typeof inputs, description: string): Promise<LanguageModelV4FunctionTool> => ({
  type: 'function',
  name,
  description,
  inputSchema: await asSchema<object>(inputs[name]).jsonSchema,
})

/** The tools as models learn of them. */
export const toolDeclarations: LanguageModelV4FunctionTool[] = [
  await declare(
    'search',
    'Searches this documentation. Gives numbered passages. You may search for several things at once.',
  ),
  await declare('read_page', 'Reads a whole page of this documentation, or one of its sections.'),
]

/** Calls in one answer, several at once or one after the other. */
const maximumCalls = 10

interface ToolDependencies {
  readonly searchIndex: SearchIndex
  readonly site: Pick<SiteRow, 'id' | 'url'>
  /** Gets what the tools find. */
  readonly sources: SourceList
}

/**
 * The only two things a model can do: search the pages of its own site, and read one of them or a section of it. What it
 * finds joins the numbered sources. Pages that the filter excludes don't exist.
 */
export const createTools = (
  { searchIndex, site, sources }: ToolDependencies,
  options: Pick<SearchOptions, 'limit' | 'filter' | 'currentPath' | 'namedEditions' | 'asksBack'>,
): AssistantTools => {
  let calls = 0
  /** Numbers of the sources that the model has read to their end. */
  const read = new Set(fitSources(sources.all).flatMap(({ source, isWhole }) => (isWhole ? source.number : [])))
  const search = async ({ query }: z.infer<typeof inputs.search>): Promise<ToolResult> => {
    const limit = options.limit + mostFurther
    const matches = await searchSections(searchIndex, site, { ...options, query, limit })
    return {
      sources: await sources.add(matches.slice(0, options.limit)),
      further: matches.slice(options.limit),
    }
  }
  const readPage = async ({ path, section }: z.infer<typeof inputs.read_page>): Promise<ToolResult> => {
    const passage = await readPassage(searchIndex.database, site, { path, section, filter: options.filter })
    return { sources: await sources.add(passage ? [passage] : []) }
  }
  return {
    readInput: (toolName, input) =>
      toolName === 'search' || toolName === 'read_page' ? inputs[toolName].safeParse(parseJson(input)).data : undefined,
    areSpent: () => calls >= maximumCalls,
    async run(toolName, input) {
      if (++calls > maximumCalls) return { sources: [], refused: true }
      const result = await (toolName === 'search'
        ? search(inputs.search.parse(input))
        : readPage(inputs.read_page.parse(input)))
      const readBefore = new Set(result.sources.flatMap(({ number }) => (read.has(number) ? number : [])))
      for (const { source, isWhole } of fitNew(result.sources, readBefore)) if (isWhole) read.add(source.number)
      return { ...result, readBefore }
    },
  }
}

const fitNew = (sources: readonly Source[], readBefore: ReadonlySet<number>) =>
  fitSources(
    sources.filter(({ number }) => !readBefore.has(number)),
    longestResult,
  )

/** Writes a result for a model. Sources that it has read before are only named: it pays for every word it reads again. */
export const writeToolResult = ({ sources, readBefore = new Set(), further = [], refused }: ToolResult): string => {
  if (refused) return 'No further call is allowed. Answer from the sources that you have.'
  if (sources.length === 0) return 'Nothing was found.'
  const passages = fitNew(sources, readBefore).map(({ source, content }) => writeSource(source, content))
  const again = [...readBefore].map((number) => `[${number}]`).join('')
  return [
    ...passages,
    ...(again ? [`Also found, and given to you before: ${again}`] : []),
    ...(further.length > 0 ? [`Further sections, by name only:\n${writeFurther(further)}`] : []),
  ].join(betweenSources)
}
