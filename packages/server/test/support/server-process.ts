import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readAdminKey } from '../../src/administration/keys/admin-key-file.ts'
import { forgetServer, watchContract } from './contract.ts'

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
const command = ['--conditions=sidenote-source', cli]

/** The variables of this process without those that would change what is tested. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:SIDENOTE_|DATABASE_URL|REDIS_URL|npm_)/.test(name)),
  )

/** What a shell runs the command line with. */
export const cliProgram = (environment: NodeJS.ProcessEnv) => ({
  program: [process.execPath, ...command].join(' '),
  environment: { ...cleanEnvironment(), ...environment },
})

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of the command line to its end. */
export const runCli = (
  parameters: readonly string[],
  { environment = {}, folder = process.cwd() }: { environment?: NodeJS.ProcessEnv; folder?: string } = {},
): Promise<Finished> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: { ...cleanEnvironment(), ...environment } }
    execFile(process.execPath, [...command, ...parameters], options, (error, stdout, stderr) => {
      // Without a code, a signal has ended it.
      resolve({ code: error ? Number(error.code ?? Number.NaN) : 0, stdout, stderr })
    })
  })

export interface ServerProcess {
  readonly url: string
  readonly adminKey: string
  readonly child: ChildProcess
  readonly output: () => string
  /** Sends a signal and waits for the end; the exit code, or the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

interface ServeOptions {
  readonly environment?: NodeJS.ProcessEnv
  readonly port: number
  readonly program?: readonly string[]
  /** File descriptor for its log. */
  readonly output?: number | 'pipe'
}

/** Starts `sidenote serve` from its sources, or another program, and waits for nothing. */
export const startServe = (
  dataFolder: string,
  { environment = {}, port, program = command, output = 'pipe' }: ServeOptions,
): ChildProcess =>
  spawn(process.execPath, [...program, 'serve', '--port', String(port), '--data', dataFolder], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', output, 'pipe'],
  })

/** Starts `sidenote serve` from its sources, or another program, on a free port unless one is named, as a process of its own and waits until it listens. */
export const spawnServer = async (
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
  { port = 0, program }: { port?: number; program?: readonly string[] } = {},
): Promise<ServerProcess> => {
  const child = startServe(dataFolder, { environment, port, ...(program && { program }) })
  let output = ''
  let isListening = false
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (isListening) return
      const listening = /"url":"([^"]+)".*"msg":"listening"/.exec(output)
      if (!listening?.[1]) return
      isListening = true
      resolve(listening[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  watchContract(url)
  child.once('exit', () => forgetServer(url))
  const end = async (signal: NodeJS.Signals) => {
    const exit = child.exitCode ?? child.signalCode
    if (exit !== null) return exit
    child.kill(signal)
    const [code, killedBy]: (number | NodeJS.Signals | null)[] = await once(child, 'exit')
    return code ?? killedBy ?? 0
  }
  return { url, adminKey: (await readAdminKey(dataFolder)) ?? '', child, output: () => output, end }
}
