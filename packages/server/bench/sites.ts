import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Conversation } from '../src/assistant/question/conversation.ts'
import { openRetrieval } from '../src/assistant/retrieve/retrieve.ts'
import type { Database } from '../src/database/database.ts'
import { openReading } from '../src/reading/reading.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import { syncSite } from '../src/sources/sync.ts'

const rootsSchema = z.record(z.string(), z.object({ root: z.string() }))

/** Where in the folder of a documentation set its pages are: `{"vite": {"root": "docs"}}`. */
export const readRoots = async (file: string | undefined): Promise<Record<string, { root: string }>> =>
  file ? rootsSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : {}

/** The lines of a file of JSON lines beside the benches. */
export const readLines = async <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): Promise<z.output<Schema>[]> => {
  const text = await readFile(join(import.meta.dirname, name), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))
}

/** The threads that read pages for a bench. */
const reading = openReading()

/** Adds the organization that all sites of a bench belong to. */
export const addOrganization = async (database: Database): Promise<void> => {
  await database
    .insertInto('organizations')
    .values({ id: 'bench', name: 'Bench', created_at: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Adds and indexes a site, when the store does not have it. */
export const addSite = async (searchIndex: SearchIndex, id: string, folders: readonly string[]) => {
  const { database } = searchIndex
  const site = { id, organization_id: 'bench', domain: id, name: id, url: null, origins_json: '[]' }
  const known = await database.selectFrom('sites').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return { site, isNew: false }
  await database
    .insertInto('sites')
    .values({ ...site, created_at: '', synced_at: null })
    .execute()
  for (const [at, folder] of folders.entries()) {
    const settings_json = JSON.stringify({ folder })
    await database
      .insertInto('sources')
      .values({ id: `${id}-${at}`, site_id: id, kind: 'folder', settings_json })
      .execute()
  }
  await syncSite({ searchIndex, reading }, site)
  return { site, isNew: true }
}

/** Takes the links of a site, or of all sites, out of the index: questions that are made of links must not be asked of it. */
export const forgetLinks = async (database: Database, site?: string): Promise<void> => {
  for (const table of ['link_texts', 'link_buckets'] as const) {
    const links = database.deleteFrom(table)
    await (site === undefined ? links : links.where('site_id', '=', site)).execute()
  }
}

/** Finds what a question that stands alone is answered from. */
export const retrieveAlone = (searchIndex: SearchIndex, site: { id: string; url: null }, query: string) =>
  openRetrieval(searchIndex, site, { request: {}, conversation: conversationOf(query) })(query)

/** A question, and nothing before or around it. */
export const conversationOf = (question: string): Conversation => ({
  question,
  history: [],
  context: [],
  currentPath: undefined,
})

/** One name for a page, however it is given: `docs/guide.mdx` and `/docs/Guide/index.md` are `docs/guide`. */
export const pageOf = (path: string): string =>
  path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:mdx?|html?|rst|adoc)$/i, '')
    .replace(/(?:^|\/)(?:index|readme|_index)$/i, '')
    .replace(/\/+$/, '')
    .toLowerCase()
