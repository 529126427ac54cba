import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { isSiteFile } from '../../generators/site-files.ts'
import { readSource, SourceError } from '../../generators/source-tree.ts'
import { updateNavigation } from '../navigation/update-navigation.ts'
import { readPageFacts } from '../validate/page-facts.ts'
import { isPage } from '../validate/routes.ts'
import { readDocumentation } from '../validate/validate.ts'
import { replacePiece, smallDiff } from './edit-text.ts'
import type { ToolDesk } from './tools.ts'

const path = z.string().min(1).max(1_000).describe('Path relative to the repository, such as docs/guide.md.')

/** Everything that changes files. */
export const createEditTools = (desk: ToolDesk): ToolSet => ({
  edit: tool({
    description:
      'Replaces a piece of a file. The old text must be exactly as read gives it (without line numbers) and stand in the file once.',
    inputSchema: z.object({
      path,
      old: z.string().min(1).describe('What is there now, with enough lines around it to be unique.'),
      new: z.string(),
      all: z.boolean().nullish().describe('Replace every occurrence.'),
    }),
    execute: async ({ path: file, old, new: fresh, all }) => {
      const before = await desk.workTree.read(file)
      return save(desk, file, before, replacePiece(before, old, fresh, all ?? false))
    },
  }),
  write: tool({
    description: 'Writes a whole file: a new one, or one that changes from beginning to end. Prefer edit for a change.',
    inputSchema: z.object({ path, content: z.string() }),
    execute: async ({ path: file, content }) => {
      const before = (await desk.workTree.has(file)) ? await desk.workTree.read(file) : undefined
      const isWindows = before?.includes('\r\n') && !content.includes('\r\n')
      const mark = before?.startsWith('\uFEFF') && !content.startsWith('\uFEFF') ? '\uFEFF' : ''
      return save(desk, file, before, mark + (isWindows ? content.replace(/\n/g, '\r\n') : content))
    },
  }),
  move: tool({
    description:
      'Moves a file. Links to it and its entry in the navigation must be changed as well: validate tells which.',
    inputSchema: z.object({ from: path, to: path }),
    execute: async ({ from, to }) => {
      await desk.readyForChange()
      await desk.workTree.move(from, to)
      await desk.onEvent({ type: 'editing', path: from, change: 'deleted', diff: `Moved to ${to}` })
      await desk.onEvent({ type: 'editing', path: to, change: 'added', diff: `Moved from ${from}` })
      return `${from} is ${to} now.`
    },
  }),
  delete: tool({
    description: 'Deletes a file. Links to it and its entry in the navigation must go as well: validate tells which.',
    inputSchema: z.object({ path }),
    execute: async ({ path: file }) => {
      await desk.readyForChange()
      await desk.workTree.remove(file)
      await desk.onEvent({ type: 'editing', path: file, change: 'deleted', diff: '' })
      return `${file} is deleted.`
    },
  }),
  update_navigation: tool({
    description:
      'Adds, moves, removes or renames a page in the site’s navigation, in the configuration of whichever generator the site uses. Pages are given by their files.',
    inputSchema: z.object({
      operation: z.enum(['add', 'move', 'remove', 'rename']),
      page: path.describe('File of the page.'),
      label: z.string().min(1).max(200).nullish().describe('What readers see; the page’s name when left out.'),
      group: z.string().max(300).nullish().describe('Label of the group; `Guides > Advanced` for a group in another.'),
      after: path.nullish().describe('File of the page that it comes after; last when left out.'),
      createGroup: z.boolean().nullish().describe('Make the group when there is none of this label.'),
    }),
    execute: async ({ operation, page, label, group, after, createGroup }) => {
      const { checkout, docsFolder, cache } = desk
      const files = await checkout.files()
      const { site, routes, facts } = await readDocumentation(checkout.tree, { docsFolder, files, cache })
      const change = {
        operation,
        page,
        label: label ?? (operation === 'add' ? (facts.get(page)?.title ?? undefined) : undefined),
        group: group ?? undefined,
        after: after ?? undefined,
      }
      const changed = updateNavigation(site, routes, { ...change, createGroup: createGroup ?? false })
      const results: string[] = []
      for (const [file, text] of changed) results.push(await save(desk, file, await desk.workTree.read(file), text))
      return results.join('\n')
    },
  }),
})

/** Writes a file unless that breaks its syntax, and reports the change. */
async function save(desk: ToolDesk, file: string, before: string | undefined, after: string): Promise<string> {
  const broken = newSyntaxProblem(desk, file, before ?? '', after)
  if (broken) throw new Error(`${file} was not changed, because it would no longer parse: ${broken}`)
  await desk.readyForChange()
  await desk.workTree.write(file, after)
  const diff = smallDiff(before ?? '', after)
  await desk.onEvent({ type: 'editing', path: file, change: before === undefined ? 'added' : 'modified', diff })
  return `${file} is ${before === undefined ? 'written' : 'changed'}:\n${diff}`
}

/** What a text has against being parsed that the text before it had not. */
function newSyntaxProblem(desk: ToolDesk, file: string, before: string, after: string): string | undefined {
  if (isSiteFile(file, desk.docsFolder)) return sourceProblem(file, before) ? undefined : sourceProblem(file, after)
  if (!isPage(file)) return undefined
  const known = new Set(readPageFacts(file, before).problems.map((problem) => problem.rule))
  // What a page lacks may come with the next edit.
  const found = readPageFacts(file, after).problems.find(({ rule }) => rule !== 'page' && !known.has(rule))
  return found && `line ${found.line}, column ${found.column}: ${found.message}`
}

function sourceProblem(file: string, text: string): string | undefined {
  try {
    readSource(file, text)
    return undefined
  } catch (error) {
    if (error instanceof SourceError) return `line ${error.line}, column ${error.column}: ${error.message}`
    throw error
  }
}
