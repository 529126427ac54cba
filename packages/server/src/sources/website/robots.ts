import { agentName, type Fetcher } from './fetcher.ts'

/** What a website lets crawlers do. */
export interface Robots {
  allows: (url: URL) => boolean
  delayMilliseconds: number
}

interface Rule {
  allow: boolean
  path: string
}

interface Group {
  rules: Rule[]
  delay: number
}

const mostBytes = 512 * 1024
const longestDelay = 30_000

/** Reads `robots.txt`. Rejects when the website cannot say what it allows: then nothing is (RFC 9309, 2.3.1.4). */
export async function readRobots(root: URL, fetch: Fetcher, signal: AbortSignal): Promise<Robots> {
  const url = new URL('/robots.txt', root)
  const answer = await fetch({ url, signal, mostBytes })
  if (answer.status >= 500 || answer.status === 429) {
    throw new Error(`${url} answers ${answer.status}, so that nothing of the website may be read now.`)
  }
  return parseRobots(answer.status === 200 ? answer.body.toString('utf8') : '')
}

/** Reads the rules for this crawler: those of its name, or else those for all (RFC 9309). */
export function parseRobots(text: string): Robots {
  const groups = readGroups(text)
  const group = groups.get(ownName) ?? groups.get('*') ?? { rules: [], delay: 0 }
  return {
    delayMilliseconds: Math.min(longestDelay, group.delay * 1_000),
    allows: (url) => {
      if (url.pathname === '/robots.txt') return true
      const address = comparable(url.pathname + url.search)
      const matching = group.rules.filter(({ path }) => matches(path, address))
      // The longest rule counts; of two that are as long, the one that allows.
      matching.sort((one, other) => other.path.length - one.path.length || Number(other.allow) - Number(one.allow))
      return matching[0]?.allow ?? true
    },
  }
}

const ownName = agentName.toLowerCase()

/** The groups that may be meant for this crawler: a file can name thousands of others above each of thousands of rules. */
function readGroups(text: string): Map<string, Group> {
  const groups = new Map<string, Group>()
  let current = new Set<Group>()
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      // Some write the version too.
      const agent = value.trim().toLowerCase().replace(/\/.*$/, '')
      if (!isNaming) current = new Set()
      isNaming = true
      if (agent !== ownName && agent !== '*') continue
      const group = groups.get(agent) ?? { rules: [], delay: 0 }
      groups.set(agent, group)
      current.add(group)
      continue
    }
    if (field === '') continue
    isNaming = false
    for (const group of current) {
      if (field === 'crawl-delay') group.delay = Math.max(0, Number(value) || 0)
      else if ((field === 'allow' || field === 'disallow') && value.trim() !== '') {
        group.rules.push({ allow: field === 'allow', path: comparable(value.trim()) })
      }
    }
  }
  return groups
}

/** An address with everything but plain characters as `%C3`, and those as they are (RFC 9309, 2.2.2). */
const comparable = (address: string): string =>
  address
    .replace(/[^\x21-\x7e]+/gu, (found) => encodeURIComponent(found.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (found, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16))
      return /[\w.~-]/.test(character) ? character : found.toUpperCase()
    })

/** Whether an address begins as a rule says; `*` stands for anything, `$` for the end. Takes one pass. */
function matches(rule: string, address: string): boolean {
  const isWhole = rule.endsWith('$')
  const [first = '', ...rest] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return address.length - part.length >= at && address.endsWith(part)
    const found = address.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isWhole || at === address.length
}
