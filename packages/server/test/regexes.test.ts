import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { attacksOn, findRegexes } from './support/regexes.ts'

/** Files whose texts are not a stranger’s, or are bounded in another way: no expression there can hold up the server. */
const exempt: readonly (readonly [file: RegExp, reason: string])[] = [
  [/^server\/src\/agent\//, 'text of the owner’s repository and of the model that works on it'],
  [/^server\/src\/(?:cli|config|git-environment|watch\/traces)/, 'what the operator writes'],
  [
    /^server\/src\/docs\/(?:asciidoc|expression-text|front-matter|html|html-text|markdown|parse|prepare|reduce|restructured-text|page-text)\.ts/,
    'runs in the parser’s thread, which is ended when a page takes too long',
  ],
  [/^server\/src\/docs\/sources\/(?:openapi|folder|git)/, 'what the owner named as a source'],
]

/** Files that are given no longer texts than this. */
const bounds: readonly (readonly [file: RegExp, longest: number, reason: string])[] = [
  [/^server\/src\/docs\/links\.ts/, 2_000, 'paths and addresses'],
  [/^server\/src\/docs\/sources\/website\//, 4_000, 'addresses, and the attributes of one tag'],
  [/^server\/src\/docs\/related-terms\.ts/, 4_000, 'a query'],
  [/^server\/src\/assistant\/quote\/passage\.ts/, 2_000, 'one sentence or line'],
  [/^server\/src\/assistant\/quote\/question\.ts/, 32_000, 'one question'],
  [/^server\/src\/docs\/export\.ts/, 2_000, 'one line'],
]

const longestMilliseconds = 20
const timesTried = 3

test('no regular expression that meets a stranger’s text takes longer than 20 ms for 100 kB of attacks on it', {
  timeout: 120_000,
}, () => {
  const { literals, built } = findRegexes()
  const met = literals.filter(({ place }) => !exempt.some(([file]) => file.test(place)))
  expect(met.length).toBeGreaterThan(100)
  expect(built.length).toBeLessThan(12)
  const context = createContext({ regex: /x/, text: '' })
  const script = new Script('regex.test(text)')
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
  const slow: string[] = []
  for (const { place, pattern, flags } of met) {
    const longest = bounds.find(([file]) => file.test(place))?.[1] ?? 100_000
    context.regex = new RegExp(pattern, flags.replace(/[gy]/g, ''))
    for (const text of attacksOn(pattern)) {
      context.text = longest < text.length ? text.slice(0, longest) + text.slice(-2) : text
      let fastest = measure()
      // The engine compiles and collects as well: what is slow is slow each time.
      for (let times = 1; fastest > longestMilliseconds && times < timesTried; times += 1) {
        fastest = Math.min(fastest, measure())
      }
      if (fastest <= longestMilliseconds) continue
      slow.push(
        `${place} /${pattern}/${flags} takes ${fastest.toFixed(0)} ms for ${JSON.stringify(text.slice(0, 20))}…`,
      )
      break
    }
  }
  expect(slow).toEqual([])
})
