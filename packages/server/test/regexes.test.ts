import { setTimeout as wait } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { attacksOn, findRegexes } from './support/regexes.ts'

/** Files whose texts are not a stranger’s, or are bounded in another way: no expression there can hold up the server. */
const exempt: readonly (readonly [file: RegExp, reason: string])[] = [
  [/^server\/src\/agent\//, 'text of the owner’s repository and of the model that works on it'],
  [/^server\/src\/(?:cli|config|git\/git-environment|watch\/traces)/, 'what the operator writes'],
  [/^server\/src\/sources\/(?:openapi|folder|git)/, 'what the owner named as a source'],
]

/** Files that are given no longer texts than this. */
const bounds: readonly (readonly [file: RegExp, longest: number, reason: string])[] = [
  [
    /^server\/src\/pages\/readers\/(?:html\/html|markdown\/(?:generator-tokens|heading-line|mdx-remains|prepare))\.ts/,
    2_000,
    'runs in the parser’s thread, which is ended when a page takes too long: no page may grow that slow by a few lines',
  ],
  [/^server\/src\/sources\/website\//, 4_000, 'addresses, and the attributes of one tag'],
  [/^server\/src\/search\/index\/related-terms\.ts/, 4_000, 'a query'],
  [/^server\/src\/search\/export\.ts/, 2_000, 'one line'],
]

const longestMilliseconds = 20
const timesTried = 3
/** So many texts are tried in one call, since each call costs a thread that ends it. Each takes no longer than all of them. */
const together = 16
/** How often what was slow is looked at again, and how long after: what is slow by itself is slow each time. */
const [rounds, pauseMilliseconds] = [10, 2_000]

const inGroups = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

test('no regular expression that meets a stranger’s text takes longer than 20 ms for 100 kB of attacks on it', async () => {
  const { literals, built } = findRegexes()
  const met = literals.filter(({ place }) => !exempt.some(([file]) => file.test(place)))
  expect(met.length).toBeGreaterThan(100)
  expect(built.length).toBeLessThan(12)
  const context = createContext({ regex: /x/, texts: [''] })
  const script = new Script('for (const text of texts) regex.test(text)')
  const measure = (): number => {
    const startedAt = process.cpuUsage()
    try {
      script.runInContext(context, { timeout: 1_000 })
    } catch {
      // It was ended: that is longer than any that passes.
    }
    // Of this process alone, whatever else the machine is doing.
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1_000
  }
  /** The engine compiles and collects as well. */
  const measureFastest = (pattern: string, flags: string, texts: readonly string[]): number => {
    context.regex = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    context.texts = texts
    let fastest = measure()
    for (let times = 1; fastest > longestMilliseconds && times < timesTried; times += 1) {
      fastest = Math.min(fastest, measure())
    }
    return fastest
  }
  let slow = met.flatMap(({ place, pattern, flags }) => {
    const longest = bounds.find(([file]) => file.test(place))?.[1] ?? 100_000
    const attacks = attacksOn(pattern).map((attack) =>
      longest < attack.length ? attack.slice(0, longest) + attack.slice(-2) : attack,
    )
    return inGroups(attacks, together)
      .filter((texts) => measureFastest(pattern, flags, texts) > longestMilliseconds)
      .flat()
      .filter((text) => measureFastest(pattern, flags, [text]) > longestMilliseconds)
      .map((text) => ({ place, pattern, flags, text }))
  })
  for (let round = 0; round < rounds && slow.length > 0; round += 1) {
    await wait(pauseMilliseconds)
    slow = slow.filter(({ pattern, flags, text }) => measureFastest(pattern, flags, [text]) > longestMilliseconds)
  }
  expect(
    slow.map(
      ({ place, pattern, flags, text }) => `${place} /${pattern}/${flags} on ${JSON.stringify(text.slice(0, 20))}…`,
    ),
  ).toEqual([])
})
