import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

interface StartOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly folder: string
  /** File descriptors for the child's stdout and stderr, or `pipe`. */
  readonly output: number | 'pipe'
  readonly errors: number | 'pipe'
}

/** How long a child may take to end by itself, in milliseconds. */
const patienceMilliseconds = 5_000

const children = new Set<ChildProcess>()

/** Starts a Node program that ends with this one. */
export const startNode = (parameters: readonly string[], options: StartOptions): ChildProcess => {
  const child = spawn(process.execPath, parameters, {
    cwd: options.folder,
    env: options.environment,
    stdio: ['ignore', options.output, options.errors],
    // Its own process group: Ctrl-C reaches only this program, which then ends the child once and in order.
    detached: true,
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/**
 * Runs a Node program to its end and returns what it printed to a piped stdout.
 *
 * @throws Error `failure`, with what the program wrote to a piped stderr, if its exit code isn't 0.
 */
export const runNode = async (
  parameters: readonly string[],
  options: StartOptions & { readonly failure: string },
): Promise<string> => {
  const child = startNode(parameters, options)
  const output: string[] = []
  const errors: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error([options.failure, errors.join('').trim()].filter(Boolean).join('\n'))
  return output.join('')
}

/** Kills every child at once. */
export const killChildren = (): void => {
  for (const child of children) child.kill('SIGKILL')
}

/** Ends every child: first with SIGTERM, then with SIGKILL. */
export const endChildren = async (): Promise<void> => {
  await Promise.all([...children].map(endChild))
}

const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const isLate = await Promise.race([exit.then(() => false), wait(patienceMilliseconds, true, { ref: false })])
  if (isLate) child.kill('SIGKILL')
  await exit
}
