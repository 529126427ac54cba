import type { JobLimits } from '@sidenote/contract'
import type { ProjectRow, SiteRow } from '../../database/tables.ts'
import { isSiteFile } from '../../generators/site-files.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import { searchSections } from '../../search/search.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { NewEvent } from '../jobs/events.ts'
import type { Checkout } from '../repository/checkout.ts'
import { createWorkTree, type WorkTree } from '../repository/work-tree.ts'
import { createTools, type Finish, type ToolContext, type ToolEvent } from '../tools/tools.ts'
import { type PageCache, validate } from '../validate/validate.ts'
import type { Desk } from './loop.ts'

export interface DeskRequest {
  readonly searchIndex: SearchIndex
  readonly checkout: Checkout
  readonly project: ProjectRow
  readonly limits: JobLimits
  /** What the turn has changed before: already in the tree. */
  readonly files: ReadonlyMap<string, string | null>
  /** What those files were before the turn changed them; null: not there. */
  readonly originals: ReadonlyMap<string, string | null>
}

export interface OpenDesk extends Desk {
  /** Every file of the repository, for the briefing. */
  readonly repositoryFiles: readonly string[]
  /** `.sidenote/AGENTS.md` as the base commit has it. */
  readonly repositoryInstructions: string | null
}

const instructionsFile = '.sidenote/AGENTS.md'
const excerptLength = 1_200

/** Lays out what a turn works with: the confined files, the tools over them, and what they report. */
export const openDesk = async (request: DeskRequest): Promise<OpenDesk> => {
  const { searchIndex, checkout, project, limits, files, originals } = request
  const repositoryFiles = await checkout.files()
  const workTree = createWorkTree(checkout.tree, {
    docsFolder: project.docs_folder,
    alsoWritable: repositoryFiles.filter((path) => isSiteFile(path, project.docs_folder)),
    foreign: checkout.foreign,
    changed: files,
    maximumChangedFiles: limits.files,
  })
  const events: NewEvent[] = []
  let finish: Finish | undefined
  const searchDocs = await openSearch(searchIndex, project)
  const cache: PageCache = new Map()
  // Not waited for: the model is asked meanwhile, and the tools wait before they change anything.
  const baseline = validate(checkout.tree, {
    docsFolder: project.docs_folder,
    files: repositoryFiles,
    replaced: new Map([...originals, ...checkout.baseTexts]),
    cache,
  })
  const tools = createTools({
    checkout,
    workTree,
    docsFolder: project.docs_folder,
    baseline,
    cache,
    ...(searchDocs && { searchDocs }),
    onEvent: (event) => {
      events.push(describe(event))
    },
    onFinish: (accepted) => {
      finish = accepted
    },
  })
  return {
    tools,
    files: () => workTree.changes(),
    takeEvents: () => events.splice(0),
    finish: () => finish,
    repositoryFiles,
    repositoryInstructions: await readInstructions(checkout, workTree),
  }
}

/** From the base commit: what the job's own branch says there does not count before somebody merged it. */
const readInstructions = async (checkout: Checkout, workTree: WorkTree): Promise<string | null> => {
  const before = checkout.baseTexts.get(instructionsFile)
  if (before !== undefined) return before
  return (await workTree.has(instructionsFile)) ? workTree.read(instructionsFile) : null
}

const openSearch = async (searchIndex: SearchIndex, project: ProjectRow): Promise<ToolContext['searchDocs']> => {
  if (project.site_id === null) return undefined
  const site: Pick<SiteRow, 'id' | 'url'> | undefined = await searchIndex.database
    .selectFrom('sites')
    .select(['id', 'url'])
    .where('id', '=', project.site_id)
    .executeTakeFirst()
  if (!site) return undefined
  return async (query) => {
    const matches = await searchSections(searchIndex, site, { query, limit: 8 })
    return matches.map(({ path, title, content }) => ({ path, title, excerpt: beginningOf(content, excerptLength) }))
  }
}

const describe = (event: ToolEvent): NewEvent => {
  switch (event.type) {
    case 'plan':
      return { type: 'plan', data: { items: event.items.map((item) => ({ ...item })) } }
    case 'searching':
      return { type: 'searching', data: { query: event.query, hits: event.hits } }
    case 'reading':
      return { type: 'reading', data: { path: event.path } }
    case 'editing':
      return { type: 'editing', data: { path: event.path, change: event.change, diff: event.diff } }
    case 'refused':
      return { type: 'refused', data: { tool: event.tool, reason: event.reason } }
    case 'checking':
      return { type: 'checking', data: { problems: event.problems.map((problem) => ({ ...problem })) } }
  }
}
