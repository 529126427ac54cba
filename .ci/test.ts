// Runs everything that CI runs, one suite after the other, and closes with the sum of all tests: `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Outcome {
  passed: number
  failed: number
  skipped: number
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
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** Reads a report; a suite that ended without one, or failed beside its tests, counts as one failure more. */
const outcomeOf = async (code: number, file: string, read: (report: never) => Outcome): Promise<Outcome> => {
  const outcome = await readFile(file, 'utf8').then(
    (text) => read(JSON.parse(text) as never),
    () => ({ passed: 0, failed: 0, skipped: 0 }),
  )
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}

const vitest = async (folder: string, reports: string): Promise<Outcome> => {
  const file = path.join(reports, `${path.basename(folder)}.json`)
  const code = await run(
    `pnpm --dir ${folder} exec vitest run --reporter=default --reporter=json --outputFile.json=${file}`,
  )
  return outcomeOf(
    code,
    file,
    (report: { numPassedTests: number; numFailedTests: number; numPendingTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    }),
  )
}

const playwright = async (reports: string): Promise<Outcome> => {
  const file = path.join(reports, 'e2e.json')
  const code = await run('pnpm --dir e2e exec playwright test --reporter=list,json', {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return outcomeOf(
    code,
    file,
    (report: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
    }),
  )
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

const sum = (of: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[of], 0)
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
)
process.exitCode = sum('failed') > 0 ? 1 : 0
