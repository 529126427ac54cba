// Runs everything that CI runs, one suite after the other, and closes with the sum of all tests: `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Outcome {
  passed: number
  skipped: number
  /** What failed, by name. */
  failed: string[]
}

const root = path.resolve(import.meta.dirname, '..')

/** Runs a command in the workspace with its output shown; resolves to its exit code. */
const run = (command: string, environment: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    console.log(`\n> ${command}`)
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    child.on('close', (code) => resolve(code ?? 1))
  })

/** A command that passes or fails as a whole counts as one test. */
const check = async (command: string): Promise<Outcome> => {
  const code = await run(command)
  return { passed: code === 0 ? 1 : 0, skipped: 0, failed: code === 0 ? [] : [command] }
}

/** Reads a report; a suite that ended without one, or failed beside its tests, counts as one failure more. */
const outcomeOf = async (suite: string, code: number, read: () => Promise<Outcome>): Promise<Outcome> => {
  const outcome = await read().catch(() => ({ passed: 0, skipped: 0, failed: [] }))
  const failed = code !== 0 && outcome.failed.length === 0 ? [`${suite}, beside its tests`] : outcome.failed
  return { ...outcome, failed }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

const vitest = async (folder: string, reports: string): Promise<Outcome> => {
  const file = path.join(reports, `${path.basename(folder)}.json`)
  const code = await run(
    `pnpm --dir ${folder} exec vitest run --reporter=default --reporter=json --outputFile.json=${file}`,
  )
  return outcomeOf(folder, code, async () => {
    const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
    const failed = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => describe(path.relative(root, name), test.fullName, test.failureMessages)),
    )
    return { passed: report.numPassedTests, skipped: report.numPendingTests, failed }
  })
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number; skipped: number }
}

const specsOf = ({ specs = [], suites = [] }: Partial<PlaywrightSuite>): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const playwright = async (reports: string): Promise<Outcome> => {
  const file = path.join(reports, 'e2e.json')
  const code = await run('pnpm --dir e2e exec playwright test --reporter=list,json', {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return outcomeOf('e2e', code, async () => {
    const report = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport
    const failed = specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file: name, title, tests }) => {
        const messages = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
        return describe(`e2e/${name}`, title, messages)
      })
    const { expected, flaky, skipped } = report.stats
    return { passed: expected + flaky, skipped, failed }
  })
}

/** Where it stands, what it promises, and the beginning of what went wrong. */
const describe = (file: string, title: string, messages: readonly string[]): string => {
  const [lines = ''] = messages
  const wrong = lines.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return [`${file}: ${title}`, ...wrong.slice(0, 8).map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

const reports = await mkdtemp(path.join(tmpdir(), 'sidenote-test-'))
const outcomes: Outcome[] = []
try {
  outcomes.push(await check('pnpm build'))
  outcomes.push(await check('pnpm check'))
  for (const folder of ['packages/contract', 'packages/server', 'packages/widget']) {
    outcomes.push(await vitest(folder, reports))
  }
  outcomes.push(await playwright(reports))
} finally {
  await rm(reports, { recursive: true, force: true })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const failed = outcomes.flatMap((outcome) => outcome.failed)
const skipped = sum(outcomes.map((outcome) => outcome.skipped))
if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`)
console.log(
  `\n${sum(outcomes.map(({ passed }) => passed))} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exitCode = failed.length > 0 ? 1 : 0
