import { messageOf } from '../../errors.ts'
import type { ReadingLane } from '../../reading/reading.ts'
import type { RobotsRule, RobotsRules } from '../readers/robots.ts'
import { comparableAddress } from './comparable-address.ts'
import { agentName, type Fetcher } from './fetcher.ts'

/** What a website lets crawlers do. */
export interface Robots {
  allows: (url: URL) => boolean
  delayMilliseconds: number
  /** Sitemaps that it names. */
  sitemaps: readonly URL[]
}

interface RobotsParts {
  readonly reading: ReadingLane
  readonly fetch: Fetcher
  readonly signal: AbortSignal
}

const mostBytes = 512 * 1024
const longestDelay = 30_000

/** Reads `robots.txt`. Rejects when the website cannot say what it allows: then nothing is (RFC 9309, 2.3.1.4). */
export async function readRobots(root: URL, { reading, fetch, signal }: RobotsParts): Promise<Robots> {
  const url = new URL('/robots.txt', root)
  const answer = await fetch({ url, signal, mostBytes })
  if (answer.status >= 500 || answer.status === 429) {
    throw new Error(`${url} answers ${answer.status}, so that nothing of the website may be read now.`)
  }
  const text = answer.status === 200 ? answer.body.toString('utf8') : ''
  const rules = await reading.run('robots', { text, agent: agentName }, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new Error(`${url} can't be read, so that nothing of the website may be: ${messageOf(cause)}`, { cause })
  })
  const sitemaps = rules.sitemaps.flatMap((written) => URL.parse(written, answer.url.href) ?? [])
  return { ...openRobots(rules), sitemaps }
}

/** Makes of rules what tells whether an address may be read. */
export function openRobots({
  rules,
  delaySeconds,
}: Pick<RobotsRules, 'rules' | 'delaySeconds'>): Omit<Robots, 'sitemaps'> {
  const patterns = rules.filter(isPattern)
  /** Of two rules that are the same, the one that allows counts. */
  const prefixes = new Map<string, boolean>()
  for (const { path, allow } of rules)
    if (!isPattern({ path })) prefixes.set(path, allow || prefixes.get(path) === true)
  return {
    delayMilliseconds: Math.min(longestDelay, delaySeconds * 1_000),
    allows: (url) => {
      if (url.pathname === '/robots.txt') return true
      const address = comparableAddress(url.pathname + url.search)
      const matches = patterns.filter(({ path }) => matchesPattern(path, address))
      const prefix = longestPrefix(prefixes, address)
      if (prefix !== undefined) matches.push({ path: prefix, allow: prefixes.get(prefix) === true })
      // The longest rule counts; of two that are as long, the one that allows.
      matches.sort((one, other) => other.path.length - one.path.length || Number(other.allow) - Number(one.allow))
      return matches[0]?.allow ?? true
    },
  }
}

const isPattern = ({ path }: Pick<RobotsRule, 'path'>): boolean => path.includes('*') || path.endsWith('$')

/** Looks each beginning of the address up: there may be thousands of rules, and addresses are short. */
function longestPrefix(prefixes: ReadonlyMap<string, boolean>, address: string): string | undefined {
  if (prefixes.size === 0) return undefined
  for (let end = address.length; end > 0; end--) if (prefixes.has(address.slice(0, end))) return address.slice(0, end)
  return undefined
}

/** Whether an address begins as a rule says. Takes one pass. */
function matchesPattern(rule: string, address: string): boolean {
  const isWhole = rule.endsWith('$')
  const [first = '', ...rest] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return address.length - part.length >= at && address.endsWith(part)
    const place = address.indexOf(part, at)
    if (place < 0) return false
    at = place + part.length
  }
  return !isWhole || at === address.length
}
