import { comparableAddress } from '../website/comparable-address.ts'

/** The rules of a `robots.txt` for one crawler. */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[]
  /** Between two requests. */
  readonly delaySeconds: number
  /** Where it says that sitemaps are, whoever asks. */
  readonly sitemaps: readonly string[]
}

export interface RobotsRule {
  readonly allow: boolean
  /** As `comparableAddress` writes it; `*` stands for anything, `$` at the end for the end. */
  readonly path: string
}

/** A `robots.txt`, and the name that it may know the crawler by. */
export interface RobotsRequest {
  readonly text: string
  readonly agent: string
}

interface Group {
  rules: RobotsRule[]
  delay: number
}

/** No address that is longer is read. */
const longestRule = 2_000
const mostRules = 20_000
const mostSitemaps = 50

/** Reads the rules for a crawler: those of its name, or else those for all (RFC 9309). */
export function readRobotsRules({ text, agent }: RobotsRequest): RobotsRules {
  const groups = readGroups(text, agent.toLowerCase())
  const group = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? { rules: [], delay: 0 }
  const sitemaps = [...fieldsOf(text)].filter(({ field, value }) => field === 'sitemap' && value !== '')
  return {
    rules: group.rules,
    delaySeconds: group.delay,
    sitemaps: [...new Set(sitemaps.map(({ value }) => value))].slice(0, mostSitemaps),
  }
}

/** The groups that may be meant: a file can name thousands of others above each of thousands of rules. */
function readGroups(text: string, agent: string): Map<string, Group> {
  const groups = new Map<string, Group>()
  let current = new Set<Group>()
  let isNaming = false
  for (const { field, value } of fieldsOf(text)) {
    if (field === 'user-agent') {
      // Some write the version too.
      const name = (value.split('/')[0] ?? '').toLowerCase()
      if (!isNaming) current = new Set()
      isNaming = true
      if (name !== agent && name !== '*') continue
      const group = groups.get(name) ?? { rules: [], delay: 0 }
      groups.set(name, group)
      current.add(group)
      continue
    }
    isNaming = false
    for (const group of current) addField(group, field, value)
  }
  return groups
}

function addField(group: Group, field: string, value: string): void {
  if (field === 'crawl-delay') group.delay = Math.max(0, Number(value) || 0)
  const isRule = field === 'allow' || field === 'disallow'
  if (!isRule || value === '' || value.length > longestRule || group.rules.length >= mostRules) return
  group.rules.push({ allow: field === 'allow', path: comparableAddress(value) })
}

/** The lines of the form `Name: value # comment`. */
function* fieldsOf(text: string): Generator<{ field: string; value: string }> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    const field = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (!/^[a-z-]+$/.test(field)) continue
    yield { field, value: (line.slice(colon + 1).split('#')[0] ?? '').trim() }
  }
}
