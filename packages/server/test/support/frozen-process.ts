/** Stands still for some milliseconds under a watchdog: `node frozen-process.ts SILENT_SECONDS FROZEN_MILLISECONDS`. */
import { argv } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { startWatchdog } from '../../src/watch/watchdog.ts'

const [silentSeconds = 0, frozenMilliseconds = 0] = argv.slice(2).map(Number)
const stop = startWatchdog({ silentSeconds })

function standStill() {
  const end = performance.now() + frozenMilliseconds
  let turns = 0
  while (performance.now() < end) turns += 1
  return turns
}

await wait(1_000)
standStill()
await wait(1_000)
stop()
console.log('alive')
