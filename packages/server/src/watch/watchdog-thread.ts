import { writeSync } from 'node:fs'
import { type Debugger, Session, url } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { WatchdogData } from './watchdog.ts'

const { beats, beatMilliseconds, mostSilentBeats }: WatchdogData = workerData
const count = new Int32Array(beats)
/** The main thread stops for its stack at its next statement of JavaScript, which native code may not reach. */
const stackMilliseconds = 2_000
const fatalLevel = 60
const standardOutput = 1

const lineOf = ({ functionName, location }: Debugger.CallFrame, files: ReadonlyMap<string, string>): string => {
  const { scriptId, lineNumber, columnNumber = 0 } = location
  return `${functionName || '(anonymous)'} (${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`
}

/** Where the main thread is; empty when it's in native code. */
const readStack = (): Promise<string[]> =>
  new Promise((resolve) => {
    setTimeout(resolve, stackMilliseconds, [])
    const session = new Session()
    session.connectToMainThread()
    const files = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
    session.on('Debugger.paused', ({ params }) => resolve(params.callFrames.map((frame) => lineOf(frame, files))))
    session.post('Debugger.enable', () => session.post('Debugger.pause'))
  })

const endProcess = async (): Promise<void> => {
  const stack = await readStack().catch(() => [])
  const seconds = Math.round((mostSilentBeats * beatMilliseconds) / 1_000)
  const msg = `the event loop has stood still for ${seconds} s, so the process ends`
  // The log's own writer lives on the thread that stands still.
  writeSync(standardOutput, `${JSON.stringify({ level: fatalLevel, time: Date.now(), stack, msg })}\n`)
  process.kill(process.pid, 'SIGKILL')
}

let last = -1
let silentBeats = 0
const timer = setInterval(() => {
  const now = Atomics.load(count, 0)
  // Somebody with a debugger stops the loop on purpose.
  silentBeats = now === last && url() === undefined ? silentBeats + 1 : 0
  last = now
  if (silentBeats < mostSilentBeats) return
  clearInterval(timer)
  void endProcess()
}, beatMilliseconds)
