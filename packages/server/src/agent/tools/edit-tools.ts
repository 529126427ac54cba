import { posix } from 'node:path'
import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { replacePiece, smallDiff } from './edit-text.ts'
import { pathInput } from './path-input.ts'
import type { ToolDesk } from './tool-context.ts'

/** The tools that change files. */
export const createEditTools = (desk: ToolDesk): ToolSet => ({
  edit: editTool(desk),
  write: writeTool(desk),
  move: moveTool(desk),
  delete: deleteTool(desk),
  update_navigation: navigationTool(desk),
})

const editTool = (desk: ToolDesk) =>
  tool({
    description:
      'Replaces a piece of a file. The old text must be exactly as read gives it (without line numbers) and occur once in the file.',
    inputSchema: z.object({
      path: pathInput,
      old: z.string().min(1).describe('What is there now, with enough lines around it to be unique.'),
      new: z.string(),
      all: z.boolean().nullish().describe('Replace every occurrence.'),
    }),
    execute: async ({ path, old, new: replacement, all }) => {
      const before = await desk.workTree.read(path)
      return save(desk, { path, before, after: replacePiece(before, { old, replacement, all: all ?? false }) })
    },
  })

const writeTool = (desk: ToolDesk) =>
  tool({
    description:
      'Writes a whole file: a new one, or one that changes from beginning to end. For a change, prefer edit.',
    inputSchema: z.object({ path: pathInput, content: z.string() }),
    execute: async ({ path, content }) => {
      const before = (await desk.workTree.has(path)) ? await desk.workTree.read(path) : undefined
      const isWindows = before?.includes('\r\n') && !content.includes('\r\n')
      const mark = before?.startsWith('\uFEFF') && !content.startsWith('\uFEFF') ? '\uFEFF' : ''
      return save(desk, { path, before, after: mark + (isWindows ? content.replaceAll('\n', '\r\n') : content) })
    },
  })

const moveTool = (desk: ToolDesk) =>
  tool({
    description: 'Moves a file. Change links to it and its entry in the navigation as well; validate lists them.',
    inputSchema: z.object({ from: pathInput, to: pathInput }),
    execute: async ({ from, to }) => {
      await desk.readyForChange()
      // Under another extension, the same text may be read as another markup.
      if (posix.extname(from) !== posix.extname(to)) {
        await requireHarmless(desk, { path: to, before: undefined, after: await desk.workTree.read(from) })
      }
      await desk.workTree.move(from, to)
      desk.onEvent({ type: 'editing', data: { path: from, change: 'deleted', diff: `Moved to ${to}` } })
      desk.onEvent({ type: 'editing', data: { path: to, change: 'added', diff: `Moved from ${from}` } })
      return `${from} was moved to ${to}.`
    },
  })

const deleteTool = (desk: ToolDesk) =>
  tool({
    description: 'Deletes a file. Remove links to it and its entry in the navigation as well; validate lists them.',
    inputSchema: z.object({ path: pathInput }),
    execute: async ({ path }) => {
      await desk.readyForChange()
      await desk.workTree.remove(path)
      desk.onEvent({ type: 'editing', data: { path, change: 'deleted', diff: '' } })
      return `${path} was deleted.`
    },
  })

const navigationTool = (desk: ToolDesk) =>
  tool({
    description:
      'Adds, moves, removes or renames a page in the site’s navigation, in the configuration of whichever generator the site uses. Pages are named by their files.',
    inputSchema: z.object({
      operation: z.enum(['add', 'move', 'remove', 'rename']),
      page: pathInput.describe('File of the page.'),
      label: z.string().min(1).max(200).nullish().describe('What readers see. The page’s title when left out.'),
      group: z.string().max(300).nullish().describe('Label of the group; `Guides > Advanced` for a group in another.'),
      after: pathInput.nullish().describe('File of the page that comes before it. Last when left out.'),
      createGroup: z.boolean().nullish().describe('Create the group when there is none with this label.'),
    }),
    execute: async ({ operation, page, label, group, after, createGroup }) => {
      const files = await desk.checkout.files()
      const change = {
        operation,
        page,
        label: label ?? undefined,
        group: group ?? undefined,
        after: after ?? undefined,
        createGroup: createGroup ?? false,
      }
      const results: string[] = []
      for (const [path, text] of await desk.documentation.editNavigation(change, { files })) {
        results.push(await save(desk, { path, before: await desk.workTree.read(path), after: text }))
      }
      return results.join('\n')
    },
  })

/** A new text for a file; `before` is undefined for a new file. */
interface FileChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** @throws Error a sentence for a change that isn't made */
const requireHarmless = async (desk: ToolDesk, { path, before = '', after }: FileChange): Promise<void> => {
  const kind = await desk.workTree.requireWritable(path)
  const problem = await desk.documentation.findChangeProblem(
    { path, before, after, kind },
    new Set(desk.workTree.changes().keys()),
  )
  if (problem) throw new Error(`${path} was not changed: ${problem}`)
}

/** Writes a file unless that breaks its syntax or brings code, and reports the change. */
const save = async (desk: ToolDesk, change: FileChange): Promise<string> => {
  const { path, before, after } = change
  await desk.readyForChange()
  await requireHarmless(desk, change)
  await desk.workTree.write(path, after)
  const diff = smallDiff(before ?? '', after)
  desk.onEvent({ type: 'editing', data: { path, change: before === undefined ? 'added' : 'modified', diff } })
  return `${path} was ${before === undefined ? 'written' : 'changed'}:\n${diff}`
}
