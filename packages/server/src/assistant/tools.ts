import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { readPage } from '../docs/pages.ts'
import { searchSections } from '../docs/search.ts'
import { writeSources } from './prompt.ts'
import type { Source, SourceList } from './sources.ts'

const longestPage = 24_000

/** What a tool found. The model reads the passages, the reader sees which ones they are. */
export interface ToolResult {
  readonly found: readonly Source[]
}

/**
 * The only two things a model can do: search the pages of its own site, and read one of them. What it finds joins the
 * numbered sources.
 */
export const createTools = (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  sources: SourceList,
  search: { limit: number; filter?: Parameters<typeof searchSections>[2]['filter'] },
): ToolSet => ({
  search: tool({
    description: 'Searches this documentation. Gives numbered passages.',
    inputSchema: z.object({ query: z.string().min(1).max(1_000).describe('What to look for, in a few words.') }),
    execute: async ({ query }): Promise<ToolResult> => {
      const matches = await searchSections(database, site, { query, ...search })
      return { found: matches.map((match) => sources.add(match).source) }
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: writeFound(output.found) }),
  }),
  read_page: tool({
    description: 'Reads one whole page of this documentation.',
    inputSchema: z.object({ path: z.string().min(1).max(1_000).describe('Path of the page, as a source gives it.') }),
    execute: async ({ path }): Promise<ToolResult> => {
      const passage = await readWholePage(database, site, path)
      return { found: passage ? [sources.add(passage).source] : [] }
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: writeFound(output.found) }),
  }),
})

const writeFound = (found: readonly Source[]): string => (found.length > 0 ? writeSources(found) : 'Nothing was found.')

/** A passage before it has a number. */
type Passage = Omit<Source, 'number'>

/** A page as one passage, without an anchor. */
export const readWholePage = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  path: string,
): Promise<Passage | undefined> => {
  const page = await readPage(database, site, path)
  if (!page) return undefined
  return {
    path: page.path,
    title: page.title,
    url: page.url,
    content: page.content.slice(0, longestPage),
    heading: null,
    anchor: null,
    breadcrumbs: [page.title],
  }
}

/** What a page says before its first heading below the title. */
export const readIntroduction = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  path: string,
): Promise<Passage | undefined> => {
  const page = await readWholePage(database, site, path)
  const content = page?.content.split(/^#{2,6} /m)[0]?.trim() ?? ''
  return page && /^[^#\s]/m.test(content) ? { ...page, content } : undefined
}
