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
const patience = 5_000

const running = new Set<ChildProcess>()

/** Starts a Node program that ends with this one. */
export const startNode = (parameters: readonly string[], options: StartOptions): ChildProcess => {
  const child = spawn(process.execPath, parameters, {
    cwd: options.folder,
    env: options.environment,
    stdio: ['ignore', options.output, options.errors],
    // A group of its own: Ctrl-C reaches this program only, which then ends the child once and in good order.
    detached: true,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Runs a Node program to its end and returns what it printed to a piped stdout.
 *
 * @throws Error `failure`, and what the program wrote to a piped stderr, when it does not end well.
 */
export const runNode = async (
  parameters: readonly string[],
  options: StartOptions & { readonly failure: string },
): Promise<string> => {
  const child = startNode(parameters, options)
  const printed: string[] = []
  const complained: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complained.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error([options.failure, complained.join('').trim()].filter(Boolean).join('\n'))
  return printed.join('')
}

/** Ends every child at once. */
export const killChildren = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

/** Ends every child: asks first, insists later. */
export const endChildren = async (): Promise<void> => {
  await Promise.all([...running].map(endChild))
}

const endChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const isLate = await Promise.race([ended.then(() => false), wait(patience, true, { ref: false })])
  if (isLate) child.kill('SIGKILL')
  await ended
}
