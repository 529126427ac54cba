// Runs everything that CI runs, one suite after the other, and closes with the sum of all tests: `N passed, N failed`.
// Where tests of a few files failed, these files are run once more: what passes then is told all the same.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Failure {
  /** Its path in the suite’s folder; empty when it is no test of a file that failed. */
  file: string
  title: string
  /** The beginning of what went wrong. */
  lines: string[]
}

interface Outcome {
  passed: number
  skipped: number
  failed: Failure[]
  /** What failed at first. */
  passedAgain: Failure[]
}

/** A machine that is busy for a moment makes tests fail in so many files at most. */
const mostFilesAgain = 3

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
  const failed = code === 0 ? [] : [{ file: '', title: command, lines: [] }]
  return { passed: code === 0 ? 1 : 0, skipped: 0, failed, passedAgain: [] }
}

interface Report {
  passed: number
  skipped: number
  failed: Failure[]
}

/** Runs tests of a suite: those of the files, or all. Rejects when there is no report. */
type RunTests = (files: readonly string[]) => Promise<{ code: number; report: Report }>

/** A suite that ended without a report, or failed beside its tests, counts as one failure more. */
const runTests = async (suite: string, tests: RunTests, files: readonly string[]): Promise<Report> => {
  const beside = { file: '', title: `${suite}, beside its tests`, lines: [] }
  try {
    const { code, report } = await tests(files)
    return code !== 0 && report.failed.length === 0 ? { ...report, failed: [beside] } : report
  } catch {
    return { passed: 0, skipped: 0, failed: [beside] }
  }
}

const runSuite = async (suite: string, tests: RunTests): Promise<Outcome> => {
  const inRepository = (one: Failure): Failure => ({ ...one, file: one.file && path.join(suite, one.file) })
  const first = await runTests(suite, tests, [])
  const files = [...new Set(first.failed.map(({ file }) => file))]
  if (files.length === 0 || files.length > mostFilesAgain || files.includes('')) {
    return { ...first, failed: first.failed.map(inRepository), passedAgain: [] }
  }
  console.log(`\n${suite}: once more, as tests failed in ${files.join(', ')}`)
  const { failed } = await runTests(suite, tests, files)
  const isSame = (one: Failure, other: Failure) => one.file === other.file && one.title === other.title
  const isBeside = failed.some(({ file }) => file === '')
  const passedAgain = isBeside ? [] : first.failed.filter((one) => !failed.some((other) => isSame(one, other)))
  return {
    passed: first.passed + passedAgain.length,
    skipped: first.skipped,
    failed: failed.map(inRepository),
    passedAgain: passedAgain.map(inRepository),
  }
}

const linesOf = (message = ''): string[] =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 8)

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const vitest = (folder: string, reports: string): Promise<Outcome> =>
  runSuite(folder, async (files) => {
    const reportFile = path.join(reports, `${path.basename(folder)}-${files.length}.json`)
    const options = `--reporter=default --reporter=json --outputFile.json=${reportFile}`
    const code = await run(`pnpm --dir ${folder} exec vitest run ${options} ${files.join(' ')}`)
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(
      await readFile(reportFile, 'utf8'),
    ) as VitestReport
    const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(path.join(root, folder), name)
      const tests = assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0 && status === 'failed') return [{ file, title: 'the file', lines: linesOf(message) }]
      return tests.map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        lines: linesOf(failureMessages[0]),
      }))
    })
    return { code, report: { passed: numPassedTests, skipped: numPendingTests, failed } }
  })

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

const playwright = (reports: string): Promise<Outcome> =>
  runSuite('e2e', async (files) => {
    const reportFile = path.join(reports, `e2e-${files.length}.json`)
    const code = await run(`pnpm --dir e2e exec playwright test --reporter=list,json ${files.join(' ')}`, {
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    })
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as PlaywrightReport
    const failed = specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const [message] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
        return { file, title, lines: linesOf(message) }
      })
    const { expected, flaky, skipped } = report.stats
    return { code, report: { passed: expected + flaky, skipped, failed } }
  })

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
const tell = (what: string, failures: readonly Failure[]) => {
  if (failures.length === 0) return
  console.log(`\n${what}:`)
  for (const { file, title, lines } of failures) {
    console.log([file ? `${file}: ${title}` : title, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n'))
  }
}
const failed = outcomes.flatMap((outcome) => outcome.failed)
const passedAgain = outcomes.flatMap((outcome) => outcome.passedAgain)
const skipped = sum(outcomes.map((outcome) => outcome.skipped))
tell('Failed', failed)
tell('Failed at first and passed when run once more', passedAgain)
const figures = [
  `${sum(outcomes.map(({ passed }) => passed))} passed, ${failed.length} failed`,
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ...(passedAgain.length > 0 ? [`${passedAgain.length} of them passed when run once more`] : []),
]
console.log(`\n${figures.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
