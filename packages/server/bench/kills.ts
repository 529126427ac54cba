/**
 * `kill -9` at twelve points of each command that changes a store as a whole: migration, move, backup and restore.
 *
 *   node --conditions=sidenote-source bench/kills.ts [COMMAND]
 *
 * Prints for each point, of all steps (statements and changes to files), what the next start says. Ends with 1 when anything
 * that was acknowledged is lost, or the same command does not succeed afterwards. PostgreSQL takes part when
 * TEST_DATABASE_URL names it; where its programs are, `pg_dump` and `pg_restore` are killed too (`pg`).
 */
import { randomBytes } from 'node:crypto'
import { messageOf } from '../src/errors.ts'
import { countSteps, type KillScenario, killAt, killScenarios } from '../test/support/killed-commands.ts'
import { postgresPrograms } from '../test/support/own-postgres.ts'
import { killPostgresTools } from '../test/support/postgres-tools.ts'

process.env.TEST_SCHEMAS ??= `bench_${randomBytes(4).toString('hex')}`

const points = 12
/** The last steps give files their names, and commit. */
const lastSteps = 6

/** Half of the points are spread over all steps, the others are the last ones. */
const choosePoints = (steps: number): number[] => {
  const spread = Array.from(
    { length: points - lastSteps },
    (_, at) => 1 + Math.floor((at * steps) / (points - lastSteps)),
  )
  const last = Array.from({ length: lastSteps }, (_, at) => steps - at)
  const others = Array.from({ length: steps }, (_, at) => at + 1)
  const chosen = [...new Set([...spread, ...last, ...others])].filter((step) => step > 0).slice(0, points)
  return chosen.sort((one, other) => one - other)
}

/** The first sentence of each part, without the folders of this run. */
const shorten = (said: string): string =>
  said
    .replaceAll(/\/tmp\/[\w-]+/g, '…')
    .split('; ')
    .map((part) => part.split('. ', 1)[0])
    .join('; ')

const tryScenario = async (scenario: KillScenario): Promise<boolean> => {
  const steps = await countSteps(scenario)
  let isKept = true
  for (const step of choosePoints(steps)) {
    const said = await killAt(scenario, step).catch((error: unknown) => {
      isKept = false
      return `BROKEN: ${messageOf(error)}`
    })
    console.log(`${scenario.name.padEnd(17)} ${`${step}/${steps}`.padStart(9)}  ${shorten(said)}`)
  }
  return isKept
}

const [wanted] = process.argv.slice(2)
for (const scenario of killScenarios) {
  if (wanted === undefined || scenario.name.startsWith(wanted)) {
    if (!(await tryScenario(scenario))) process.exitCode = 1
  }
}
if (postgresPrograms && (wanted === undefined || wanted === 'pg')) {
  const tell = (name: string, said: string) => console.log(`${name.padEnd(17)} ${' '.repeat(9)}  ${said}`)
  await killPostgresTools(points, tell).catch((error: unknown) => {
    console.log(`BROKEN: ${messageOf(error)}`)
    process.exitCode = 1
  })
}
