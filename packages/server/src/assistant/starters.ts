import type { Starters } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { sourcesOf } from '../database/turn-sources.ts'
import { readPage } from '../search/pages.ts'
import { questionsFrom } from './suggestions.ts'

/** Which answers count: the latest of the last days. */
const mostTurns = 2_000
const days = 30
/** Sections that popular questions are looked for in, and questions of each kind. */
const mostSections = 8
const mostQuestions = 3
/** How long prepared questions are kept, in ms, and of how many pages. */
const freshness = 600_000
const mostKept = 2_000

type Site = Pick<SiteRow, 'id' | 'url' | 'name'>

/** How many readers' answers cited each section, by `path#anchor`. */
type Citations = ReadonlyMap<string, number>

const placeOf = (path: string, anchor: string | null): string => `${path}#${anchor ?? ''}`

const countCitations = async (database: Database, site: Site): Promise<Citations> => {
  const rows = await database
    .selectFrom('turns')
    .crossJoin('threads')
    .whereRef('threads.id', '=', 'turns.thread_id')
    .where('threads.site_id', '=', site.id)
    .where('turns.status', '=', 'answered')
    .where('turns.started_at', '>=', new Date(Date.now() - days * 86_400_000).toISOString())
    .select(['turns.sources_json', 'threads.fp'])
    .orderBy('turns.started_at', 'desc')
    .limit(mostTurns)
    .execute()
  const readers = new Map<string, Set<string>>()
  for (const row of rows) {
    const [source] = sourcesOf(row)
    if (!source) continue
    const place = placeOf(source.path, source.anchor)
    readers.set(place, (readers.get(place) ?? new Set()).add(row.fp))
  }
  return new Map([...readers].map(([place, those]) => [place, those.size]))
}

/** Questions about one page, those first whose sections are cited most. */
const questionsAbout = async (
  database: Database,
  site: Site,
  { path, citations, anchor }: { path: string; citations: Citations; anchor?: string },
): Promise<string[]> => {
  const page = await readPage(database, site, path)
  if (!page) return []
  const count = (section: { anchor: string | null }) => citations.get(placeOf(page.path, section.anchor)) ?? 0
  const sections = page.sections
    .filter((section) => anchor === undefined || (section.anchor ?? '') === anchor)
    .map((section) => ({ ...section, title: page.title, language: page.language }))
    .sort((a, b) => count(b) - count(a))
  return questionsFrom(site.name, sections).slice(0, mostQuestions)
}

const popularQuestions = async (database: Database, site: Site, citations: Citations): Promise<string[]> => {
  const places = [...citations].sort(([, a], [, b]) => b - a).slice(0, mostSections)
  const questions = await Promise.all(
    places.map(([place]) => {
      const at = place.lastIndexOf('#')
      return questionsAbout(database, site, { path: place.slice(0, at), anchor: place.slice(at + 1), citations })
    }),
  )
  return [...new Set(questions.flatMap(([first]) => first ?? []))]
}

interface Kept<Value> {
  readonly value: Promise<Value>
  readonly until: number
}

/** Keeps what was prepared for a while, also while it's being prepared, and forgets the oldest beyond a bound. */
const createMemory = <Value>() => {
  const memory = new Map<string, Kept<Value>>()
  return (key: string, prepare: () => Promise<Value>): Promise<Value> => {
    const kept = memory.get(key)
    if (kept && kept.until > Date.now()) return kept.value
    const value = prepare()
    memory.delete(key)
    memory.set(key, { value, until: Date.now() + freshness })
    const [oldest] = memory.keys()
    if (memory.size > mostKept && oldest !== undefined) memory.delete(oldest)
    value.catch(() => memory.delete(key))
    return value
  }
}

/** Prepares the questions that readers can begin with: for each site and page once in ten minutes. */
export const openStarters = (database: Database) => {
  const rememberSite = createMemory<{ citations: Citations; popular: string[] }>()
  const rememberPage = createMemory<string[]>()
  return async (site: Site, currentPath: string): Promise<Starters> => {
    const { citations, popular } = await rememberSite(site.id, async () => {
      const counted = await countCitations(database, site)
      return { citations: counted, popular: await popularQuestions(database, site, counted) }
    })
    const page = await rememberPage(`${site.id} ${currentPath}`, () =>
      currentPath ? questionsAbout(database, site, { path: currentPath, citations }) : Promise.resolve([]),
    )
    return { page, popular: popular.filter((question) => !page.includes(question)).slice(0, mostQuestions) }
  }
}
