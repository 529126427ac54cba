import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { isPage } from '../documentation/is-page.ts'
import type { WorkTree } from '../repository/work-tree.ts'
import { pathInput } from './path-input.ts'
import type { ToolDesk } from './tool-context.ts'

const maximum = { files: 300, titles: 80, hits: 50, lines: 400 }
/** Characters. */
const longestLine = 2_000

/** The tools that look around. They change nothing. */
export const createReadTools = (desk: ToolDesk): ToolSet => ({
  list: listTool(desk),
  search: searchTool(desk),
  ...(desk.searchDocs && { search_docs: searchDocsTool(desk, desk.searchDocs) }),
  read: readTool(desk),
})

const listTool = ({ workTree, docsFolder }: ToolDesk) =>
  tool({
    description: 'Lists the files of a folder and of the folders below it, pages with their titles.',
    inputSchema: z.object({
      folder: pathInput.nullish().describe('The folder. The documentation’s own folder when left out.'),
      containing: z.string().max(200).nullish().describe('Only paths that contain this text. Case doesn’t matter.'),
    }),
    execute: async ({ folder, containing }) => {
      const text = containing?.toLowerCase() ?? ''
      const files = await workTree.list(folderOf(folder ?? docsFolder))
      const matches = files.filter((file) => file.toLowerCase().includes(text))
      if (matches.length === 0) return 'No files.'
      const shown = matches.slice(0, maximum.files)
      const hasTitles = shown.length <= maximum.titles
      const lines = hasTitles ? await Promise.all(shown.map((file) => withTitle(workTree, file))) : shown
      const rest = matches.length - shown.length
      return lines.join('\n') + (rest > 0 ? `\n… and ${rest} more. Name a folder.` : '')
    },
  })

/** `docs/`: `docs`; `.`, the root: empty. */
const folderOf = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end--
  const folder = path.slice(0, end)
  return folder === '.' ? '' : folder
}

/** `docs/guide.md — Guide`. */
const withTitle = async (workTree: WorkTree, file: string): Promise<string> => {
  if (!isPage(file)) return file
  const text = await workTree.read(file).catch(() => '')
  const title = /^(?:title:\s*["']?(.+?)["']?|#\s+(.+?))\s*$/m.exec(text.slice(0, 4_000))
  return title ? `${file} — ${title[1] ?? title[2]}` : file
}

const searchTool = ({ checkout, onEvent }: ToolDesk) =>
  tool({
    description: 'Finds lines in the files of the repository that contain a text, or one of several.',
    inputSchema: z.object({
      query: z.string().min(1).max(500).describe('The exact text, not a pattern. Case doesn’t matter.'),
      alternatives: z
        .array(z.string().min(1).max(500))
        .max(10)
        .nullish()
        .describe('Other texts. Lines that contain one of them are found too.'),
      glob: z.string().max(300).nullish().describe('A folder, a file or a glob such as docs/**/*.md.'),
    }),
    execute: async ({ query, alternatives, glob }) => {
      const texts = [query, ...(alternatives ?? [])]
      const { hits, more } = await checkout.search({ texts, glob: glob ?? undefined, limit: maximum.hits })
      onEvent({ type: 'searching', data: { query, hits: hits.length } })
      if (hits.length === 0) return 'Nothing was found.'
      const lines = hits.map((hit) => `${hit.path}:${hit.line}: ${hit.text.trim()}`)
      return lines.join('\n') + (more ? `\n… and more than these ${maximum.hits}. Narrow the search down.` : '')
    },
  })

const searchDocsTool = ({ onEvent }: ToolDesk, searchDocs: NonNullable<ToolDesk['searchDocs']>) =>
  tool({
    description: 'Searches the published documentation the way readers do, and gives the passages that fit best.',
    inputSchema: z.object({ query: z.string().min(1).max(1_000) }),
    execute: async ({ query }) => {
      const passages = await searchDocs(query)
      onEvent({ type: 'searching', data: { query, hits: passages.length } })
      if (passages.length === 0) return 'Nothing was found.'
      return passages.map(({ path, title, excerpt }) => `${path} — ${title}\n${excerpt}`).join('\n\n')
    },
  })

const readTool = ({ workTree, onEvent }: ToolDesk) =>
  tool({
    description: `Reads a file, at most ${maximum.lines} lines at a time, each with its number and a tab before it.`,
    inputSchema: z.object({
      path: pathInput,
      from: z.int().min(1).nullish().describe('First line. 1 when left out.'),
      lines: z.int().min(1).max(maximum.lines).nullish(),
    }),
    execute: async ({ path, from, lines: count }) => {
      const text = await workTree.read(path)
      onEvent({ type: 'reading', data: { path } })
      const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split(/\r?\n/)
      if (lines.at(-1) === '') lines.pop()
      const start = from ?? 1
      if (start > Math.max(1, lines.length)) throw new Error(`${path} has ${lines.length} lines, but no line ${start}.`)
      const shown = lines.slice(start - 1, start - 1 + (count ?? maximum.lines))
      const rows = shown.map((line, index) => `${start + index}\t${line.slice(0, longestLine)}`)
      const last = start + shown.length - 1
      const hint = last < lines.length ? ` Read on from line ${last + 1}.` : ''
      return `${rows.join('\n')}\n(${path}: lines ${start}–${last} of ${lines.length}.${hint})`
    },
  })
