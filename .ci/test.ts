// Runs everything that CI runs, and closes with the sum of all tests: `N passed, N failed`. After the build the server's tests
// run beside everything else: they mostly wait for processes, databases and deadlines.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Failure {
  /** From the root of the repository; empty when a whole command failed. */
  file: string
  title: string
  /** The beginning of the error's message. */
  lines: string[]
}

interface Outcome {
  suite: string
  passed: number
  skipped: number
  failures: Failure[]
  seconds: number
}

type Report = Pick<Outcome, 'passed' | 'skipped' | 'failures'>

const root = path.resolve(import.meta.dirname, '..')

/** Runs a command in the workspace and shows its output once it has ended; resolves to its exit code. */
const run = (command: string, environment: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const output: Buffer[] = []
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('close', (code) => {
      console.log(`\n> ${command}\n${Buffer.concat(output).toString()}`)
      resolve(code ?? 1)
    })
  })

/** A suite that ends without a report, or fails beside its tests, counts as one failure more. */
const runSuite = async (suite: string, read: () => Promise<{ code: number; report: Report }>): Promise<Outcome> => {
  const start = performance.now()
  const beside: Failure = { file: '', title: `${suite}, beside its tests`, lines: [] }
  const report = await read().then(
    ({ code, report }) => (code !== 0 && report.failures.length === 0 ? { ...report, failures: [beside] } : report),
    () => ({ passed: 0, skipped: 0, failures: [beside] }),
  )
  return { suite, ...report, seconds: (performance.now() - start) / 1_000 }
}

/** A command that passes or fails as a whole counts as one test. */
const check = (command: string): Promise<Outcome> =>
  runSuite(command, async () => {
    const code = await run(command)
    const failures = code === 0 ? [] : [{ file: '', title: command, lines: [] }]
    return { code, report: { passed: code === 0 ? 1 : 0, skipped: 0, failures } }
  })

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
  runSuite(folder, async () => {
    const reportFile = path.join(reports, `${path.basename(folder)}.json`)
    const options = `--reporter=default --reporter=json --outputFile.json=${reportFile}`
    const code = await run(`pnpm --dir ${folder} exec vitest run ${options}`)
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(
      await readFile(reportFile, 'utf8'),
    ) as VitestReport
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name)
      const tests = assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0 && status === 'failed') return [{ file, title: 'the file', lines: linesOf(message) }]
      return tests.map(({ fullName, failureMessages: [first] }) => ({ file, title: fullName, lines: linesOf(first) }))
    })
    return { code, report: { passed: numPassedTests, skipped: numPendingTests, failures } }
  })

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; skipped: number }
}

const specsOf = ({ specs = [], suites = [] }: Partial<PlaywrightSuite>): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const playwright = (reports: string): Promise<Outcome> =>
  runSuite('e2e', async () => {
    const reportFile = path.join(reports, 'e2e.json')
    const code = await run('pnpm --dir e2e exec playwright test --reporter=list,json', {
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    })
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as PlaywrightReport
    const failures = specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const [message] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
        return { file: path.join('e2e', file), title, lines: linesOf(message) }
      })
    return { code, report: { passed: report.stats.expected, skipped: report.stats.skipped, failures } }
  })

const reports = await mkdtemp(path.join(tmpdir(), 'sidenote-test-'))
const outcomes: Outcome[] = []

const runOneByOne = async (suites: readonly (() => Promise<Outcome>)[]): Promise<void> => {
  for (const suite of suites) outcomes.push(await suite())
}

try {
  await runOneByOne([() => check('pnpm build')])
  await Promise.all([
    runOneByOne([() => vitest('packages/server', reports)]),
    runOneByOne([
      () => check('pnpm check'),
      () => check('pnpm check:oldest-node'),
      () => vitest('packages/contract', reports),
      () => vitest('packages/widget', reports),
      () => playwright(reports),
    ]),
  ])
} finally {
  await rm(reports, { recursive: true, force: true })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) console.log('\nFailed:')
for (const { file, title, lines } of failures) {
  console.log([file ? `${file}: ${title}` : title, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n'))
}
console.log()
for (const { suite, seconds } of outcomes) console.log(`${suite.padEnd(20)}${seconds.toFixed(0).padStart(5)} s`)
const skipped = sum(outcomes.map((outcome) => outcome.skipped))
const total = `${sum(outcomes.map(({ passed }) => passed))} passed, ${failures.length} failed`
console.log(`\n${total}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures.length > 0 ? 1 : 0
