import type { JobLimits } from '@sidenote/contract'
import type { ProjectRow, SiteRow } from '../../database/tables.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import type { Reading } from '../../reading/reading.ts'
import { searchSections } from '../../search/search.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { Documentation } from '../documentation/documentation.ts'
import type { NewEvent } from '../jobs/events.ts'
import type { Finish } from '../jobs/finish.ts'
import { listedFilesOf } from '../projects/project-record.ts'
import type { Checkout } from '../repository/checkout.ts'
import { createWorkTree, type WorkTree } from '../repository/work-tree.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { createTools } from '../tools/tools.ts'
import type { Desk } from './loop.ts'

/** What a turn works on. */
export interface DeskRequest {
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  readonly checkout: Checkout
  readonly project: ProjectRow
  readonly limits: JobLimits
  /** What the turn changed before: already in the tree. */
  readonly files: ReadonlyMap<string, string | null>
  /** The texts of those files before the turn changed them; null: no such file. */
  readonly originals: ReadonlyMap<string, string | null>
}

/** A desk, and what the instructions of the turn say about the repository. */
export interface OpenDesk extends Desk {
  /** Every file of the repository. */
  readonly repositoryFiles: readonly string[]
  /** `.sidenote/AGENTS.md` as the base commit has it. */
  readonly repositoryInstructions: string | null
}

const instructionsFile = '.sidenote/AGENTS.md'
/** Characters. */
const longestExcerpt = 1_200
const maximumPassages = 8

/** Sets up what a turn works with: the confined files, the tools over them, and what they report. */
export const openDesk = async (request: DeskRequest): Promise<OpenDesk> => {
  const { searchIndex, reading, checkout, project, limits, files, originals } = request
  const docsFolder = project.docs_folder
  const repositoryFiles = await checkout.files()
  const workTree = createWorkTree(checkout.tree, {
    docsFolder,
    files: repositoryFiles,
    listed: listedFilesOf(project),
    links: checkout.links,
    checkpoint: files,
    maximumChangedFiles: limits.files,
  })
  const events: NewEvent[] = []
  let finish: Finish | undefined
  const searchDocs = await openSearch(searchIndex, project)
  const documentation = new Documentation(reading, { tree: checkout.tree, docsFolder })
  // Not awaited: the model starts meanwhile, and the tools wait before they change anything.
  const baseline = documentation.validateBase({
    files: repositoryFiles,
    replaced: new Map([...originals, ...checkout.baseTexts]),
  })
  const tools = createTools({
    checkout,
    workTree,
    docsFolder,
    baseline,
    documentation,
    ...(searchDocs && { searchDocs }),
    onEvent: (event) => events.push(event),
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

/** From the base commit: what the job's own branch says doesn't count before somebody merges it. */
const readInstructions = async (checkout: Checkout, workTree: WorkTree): Promise<string | null> => {
  const baseText = checkout.baseTexts.get(instructionsFile)
  if (baseText !== undefined) return baseText
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
    const matches = await searchSections(searchIndex, site, { query, limit: maximumPassages })
    return matches.map(({ path, title, content }) => ({ path, title, excerpt: beginningOf(content, longestExcerpt) }))
  }
}
