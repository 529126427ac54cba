import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { WorkTree } from '../repository/work-tree.ts'
import { isPage } from '../validate/routes.ts'
import type { ToolDesk } from './tools.ts'

const mostFiles = 300
const mostTitles = 80
const mostHits = 50
const mostLines = 400
const longestLine = 2_000

const path = z.string().min(1).max(1_000).describe('Path relative to the repository, such as docs/guide.md.')

/** Looking around: nothing here changes anything. */
export const createReadTools = (desk: ToolDesk): ToolSet => ({
  list: tool({
    description: 'Lists the files of a folder and of the folders below it, pages with their titles.',
    inputSchema: z.object({
      folder: path.nullish().describe('The folder; the documentation’s own folder when left out.'),
      containing: z.string().max(200).nullish().describe('Only paths that contain this, without regard to case.'),
    }),
    execute: async ({ folder, containing }) => {
      const all = await desk.workTree.list((folder ?? desk.docsFolder).replace(/\/+$/, '').replace(/^\.$/, ''))
      const wanted = containing?.toLowerCase() ?? ''
      const files = all.filter((file) => file.toLowerCase().includes(wanted))
      const shown = files.slice(0, mostFiles)
      const lines =
        shown.length <= mostTitles ? await Promise.all(shown.map((file) => withTitle(desk.workTree, file))) : shown
      const more = files.length > shown.length ? `\n… and ${files.length - shown.length} more. Name a folder.` : ''
      return files.length > 0 ? `${lines.join('\n')}${more}` : 'No files.'
    },
  }),
  search: tool({
    description: 'Finds lines of the repository that hold a text, or match an extended regular expression.',
    inputSchema: z.object({
      query: z.string().min(1).max(500).describe('Case does not matter.'),
      regex: z.boolean().nullish(),
      glob: z.string().max(300).nullish().describe('A folder, a file or a glob such as docs/**/*.md.'),
    }),
    execute: async ({ query, regex, glob }) => {
      const { hits, more } = await desk.checkout.search({
        query,
        regex: regex ?? false,
        limit: mostHits,
        ...(glob ? { glob } : {}),
      })
      await desk.onEvent({ type: 'searching', query, hits: hits.length })
      if (hits.length === 0) return 'Nothing was found.'
      const lines = hits.map((hit) => `${hit.path}:${hit.line}: ${hit.text.trim()}`)
      return `${lines.join('\n')}${more ? `\n… and more than these ${mostHits}. Narrow it down.` : ''}`
    },
  }),
  ...(desk.searchDocs ? { search_docs: searchDocsTool(desk, desk.searchDocs) } : {}),
  read: tool({
    description: `Reads a file, at most ${mostLines} lines at a time, each with its number and a tab before it.`,
    inputSchema: z.object({
      path,
      from: z.int().min(1).nullish().describe('First line. 1 when left out.'),
      lines: z.int().min(1).max(mostLines).nullish(),
    }),
    execute: async ({ path: file, from, lines }) => {
      const text = await desk.workTree.read(file)
      await desk.onEvent({ type: 'reading', path: file })
      const all = text.replace(/^\uFEFF/, '').split(/\r?\n/)
      if (all.at(-1) === '') all.pop()
      const start = from ?? 1
      if (start > Math.max(1, all.length)) throw new Error(`${file} has ${all.length} lines, and no line ${start}.`)
      const shown = all.slice(start - 1, start - 1 + (lines ?? mostLines))
      const numbered = shown.map((line, index) => `${start + index}\t${line.slice(0, longestLine)}`)
      const last = start + shown.length - 1
      const rest = last < all.length ? ` Read on from line ${last + 1}.` : ''
      return `${numbered.join('\n')}\n(${file}: lines ${start}–${last} of ${all.length}.${rest})`
    },
  }),
})

const searchDocsTool = (desk: ToolDesk, searchDocs: NonNullable<ToolDesk['searchDocs']>) =>
  tool({
    description: 'Searches the published documentation by meaning of words, as readers do. Gives the nearest passages.',
    inputSchema: z.object({ query: z.string().min(1).max(1_000) }),
    execute: async ({ query }) => {
      const found = await searchDocs(query)
      await desk.onEvent({ type: 'searching', query, hits: found.length })
      if (found.length === 0) return 'Nothing was found.'
      return found.map((one) => `${one.path} — ${one.title}\n${one.excerpt}`).join('\n\n')
    },
  })

/** `docs/guide.md — Guide`. */
async function withTitle(workTree: WorkTree, file: string): Promise<string> {
  if (!isPage(file)) return file
  const text = await workTree.read(file).catch(() => '')
  const title = /^(?:title:\s*["']?(.+?)["']?|#\s+(.+?))\s*$/m.exec(text.slice(0, 4_000))
  return title ? `${file} — ${title[1] ?? title[2]}` : file
}
