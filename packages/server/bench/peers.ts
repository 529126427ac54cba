import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import type { BenchPage } from './corpus.ts'

/** A search library over the same sections, in this process. */
export interface Peer {
  name: string
  ask: (question: string) => Promise<unknown>
}

const sectionsOf = (pages: readonly BenchPage[]) =>
  pages.flatMap(({ file, parsed }) =>
    parsed.sections.map(({ heading, prose, code }) => ({
      path: file,
      title: parsed.title,
      heading: heading ?? '',
      prose,
      code,
    })),
  )

/** MiniSearch with its defaults. */
export async function openMiniSearch(pages: readonly BenchPage[]): Promise<Peer> {
  const index = new MiniSearch({ fields: ['title', 'heading', 'prose', 'code'], storeFields: ['path', 'heading'] })
  index.addAll(sectionsOf(pages).map((section, id) => ({ id, ...section })))
  return { name: 'MiniSearch', ask: async (question) => index.search(question).slice(0, 10) }
}

/** Orama with its defaults. */
export async function openOrama(pages: readonly BenchPage[]): Promise<Peer> {
  const text = 'string' as const
  const index = create({ schema: { path: text, title: text, heading: text, prose: text, code: text } })
  await insertMultiple(index, sectionsOf(pages), 1_000)
  return { name: 'Orama', ask: async (term) => search(index, { term, limit: 10 }) }
}
