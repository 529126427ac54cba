import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../src/errors.ts'
import { createEmptyStore, type TestDatabase } from './database.ts'
import { createEarlyStore } from './early-schema/create-early-store.ts'
import { startTestServer } from './server.ts'
import { type Finished, runCli } from './server-process.ts'

/** How many rows were acknowledged before the command was run. */
const acknowledged = 200

/** A command of the command line that is killed, and how the store is found afterwards. */
interface KilledCommand {
  readonly words: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** The next start, and the same command again. Returns what they said. @throws Error when anything is lost */
  readonly goOn: () => Promise<string>
  readonly close: () => Promise<void>
}

export interface KillScenario {
  readonly name: string
  readonly prepare: () => Promise<KilledCommand>
}

const preload = fileURLToPath(new URL('./kill-step.ts', import.meta.url))

const rows = Array.from({ length: acknowledged }, (_, index) => ({
  id: `kept${index}`,
  name: 'x'.repeat(2_000),
  created_at: '2026-01-01T00:00:00.000Z',
  trusted: 0,
}))

type Started = { readonly database: TestDatabase['database'] }

const checkRows = async ({ database }: Started): Promise<void> => {
  const kept = await database.selectFrom('organizations').select('id').where('id', 'like', 'kept%').execute()
  if (kept.length !== acknowledged) throw new Error(`${acknowledged - kept.length} acknowledged rows are lost.`)
}

const sentences = ['updated the tables', 'was interrupted']

/** Starts a server: what it says of the command, or why it does not start. */
const startNext = async (dataFolder: string, databaseUrl?: string): Promise<string> => {
  const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const server = await startTestServer({ dataFolder, environment }).catch(messageOf)
  if (typeof server === 'string') return `refused: ${server}`
  try {
    await checkRows(server)
    const lines = server.logged().split('\n')
    const said = lines.find((line) => sentences.some((sentence) => line.includes(sentence)))
    return `started: ${said === undefined ? 'as before' : JSON.parse(said).msg}`
  } finally {
    await server.stop()
  }
}

/** An installation with rows that were acknowledged. */
const fill = async (dataFolder: string): Promise<void> => {
  const server = await startTestServer({ dataFolder })
  await server.database.insertInto('organizations').values(rows).execute()
  await server.stop()
}

const describeEnd = ({ code, stdout, stderr }: Finished): string => (code === 0 ? stdout : stderr).trim()

const again = async (
  { words, environment }: Pick<KilledCommand, 'words' | 'environment'>,
  isDone: (text: string) => boolean,
): Promise<string> => {
  const finished = await runCli(words, { ...(environment && { environment }) })
  const text = describeEnd(finished)
  if (finished.code !== 0 && !isDone(text)) throw new Error(`Once more, the command ends with: ${text}`)
  return finished.code === 0 ? 'once more: done' : 'once more: had been done'
}

const createFolder = () => mkdtemp(join(tmpdir(), 'sidenote-test-'))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

const migration = (engine: 'sqlite' | 'postgres'): KillScenario => ({
  name: `migrate ${engine}`,
  prepare: async () => {
    const store = await createEarlyStore(engine)
    const { dataFolder, databaseUrl } = store.options
    await store.database.insertInto('organizations').values(rows).execute()
    await store.database.destroy()
    return {
      words: ['migrate', '--data', dataFolder],
      ...(databaseUrl !== undefined && { environment: { DATABASE_URL: databaseUrl } }),
      goOn: () => startNext(dataFolder, databaseUrl),
      close: store.close,
    }
  },
})

const move: KillScenario = {
  name: 'move',
  prepare: async () => {
    const dataFolder = await createFolder()
    await fill(dataFolder)
    const target = await createEmptyStore('postgres')
    const { databaseUrl = '' } = target.options
    const command = { words: ['move', '--from', dataFolder], environment: { DATABASE_URL: databaseUrl } }
    return {
      ...command,
      goOn: async () => {
        // With SQLite, everything is as it was, at every point.
        const here = await startNext(dataFolder)
        if (!here.startsWith('started')) throw new Error(here)
        const marks = await readdir(dataFolder)
        if (!marks.includes('move-unfinished'))
          return `${here}; ${await again(command, (text) => text.includes('is not empty'))}`
        const there = await startNext(dataFolder, databaseUrl)
        const once = await again(command, (text) => there.startsWith('started') && text.includes('is not empty'))
        await startNext(dataFolder, databaseUrl).then((said) => {
          if (!said.startsWith('started')) throw new Error(said)
        })
        return `SQLite ${here}; PostgreSQL ${there}; ${once}`
      },
      close: async () => {
        await target.close()
        await removeFolder(dataFolder)
      },
    }
  },
}

/** Restores a file into a folder of its own, and looks for the rows. */
const checkBackup = async (file: string, folder: string): Promise<void> => {
  const restored = await runCli(['restore', file, '--data', folder])
  if (restored.code !== 0) throw new Error(restored.stderr)
  await startNext(folder)
}

const backup: KillScenario = {
  name: 'backup',
  prepare: async () => {
    const folder = await createFolder()
    const dataFolder = join(folder, 'data')
    await fill(dataFolder)
    const file = join(folder, 'backup.sqlite')
    const words = ['backup', file, '--data', dataFolder]
    return {
      words,
      goOn: async () => {
        const start = await startNext(dataFolder)
        const finished = await runCli(words)
        if (finished.code !== 0 && !finished.stderr.includes('already exists')) throw new Error(finished.stderr)
        await checkBackup(file, join(folder, 'restored'))
        const said = finished.stdout.includes('was interrupted') ? 'was interrupted' : 'nothing was left'
        return `${start}; once more: ${finished.code === 0 ? `done, ${said}` : 'had been done'}`
      },
      close: () => removeFolder(folder),
    }
  },
}

const restore: KillScenario = {
  name: 'restore',
  prepare: async () => {
    const folder = await createFolder()
    await fill(join(folder, 'data'))
    const file = join(folder, 'backup.sqlite')
    await runCli(['backup', file, '--data', join(folder, 'data')])
    const dataFolder = join(folder, 'restored')
    const command = { words: ['restore', file, '--data', dataFolder] }
    return {
      ...command,
      goOn: async () => {
        const left = await readdir(dataFolder).catch(() => [])
        const start = left.length === 0 ? 'nothing was begun' : await startNext(dataFolder)
        const once = await again(command, (text) => start.startsWith('started') && text.includes('already exists'))
        const end = await startNext(dataFolder)
        if (!end.startsWith('started')) throw new Error(end)
        return `${start}; ${once}`
      },
      close: () => removeFolder(folder),
    }
  },
}

/** Every command that changes a store as a whole. */
export const killScenarios: readonly KillScenario[] = [
  migration('sqlite'),
  ...(process.env.TEST_DATABASE_URL ? [migration('postgres'), move] : []),
  backup,
  restore,
]

/** How many steps a command takes when nobody kills it. */
export const countSteps = async ({ prepare }: KillScenario): Promise<number> => {
  const command = await prepare()
  const folder = await createFolder()
  const file = join(folder, 'steps')
  const environment = { ...command.environment, NODE_OPTIONS: `--import ${preload}`, STEPS_FILE: file }
  const { code, stderr } = await runCli(command.words, { environment })
  if (code !== 0) throw new Error(`${command.words[0]} ended with ${code}: ${stderr}`)
  const steps = Number(await readFile(file, 'utf8'))
  await command.close()
  await removeFolder(folder)
  return steps
}

/** Kills a command before one of its steps, and returns what the next start says. @throws Error when anything is lost */
export const killAt = async ({ prepare }: KillScenario, step: number): Promise<string> => {
  const command = await prepare()
  const environment = { ...command.environment, NODE_OPTIONS: `--import ${preload}`, KILL_STEP: String(step) }
  const { code } = await runCli(command.words, { environment })
  if (!Number.isNaN(code)) throw new Error(`${command.words[0]} ended with ${code} before step ${step}.`)
  return command.goOn().finally(command.close)
}
