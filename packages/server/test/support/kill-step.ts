/**
 * Imported by a command that a test kills. Every statement and every change to files is a step. `KILL_STEP` says before which
 * one the process is killed, counted from 1; `STEPS_FILE` gets the number of them when it ends by itself.
 */
import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

const last = Number(process.env.KILL_STEP ?? Number.POSITIVE_INFINITY)
let steps = 0

const countCalls = (owner: object, names: readonly string[]): void => {
  for (const name of names) {
    const call = Reflect.get(owner, name) as (...parameters: unknown[]) => unknown
    Reflect.set(owner, name, function (this: unknown, ...parameters: unknown[]) {
      steps += 1
      if (steps === last) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(call, this, parameters)
    })
  }
}

countCalls(DatabaseSync.prototype, ['exec'])
countCalls(StatementSync.prototype, ['all', 'get', 'iterate', 'run'])
countCalls(pg.Client.prototype, ['query'])
countCalls(fs.promises, ['chmod', 'copyFile', 'link', 'mkdtemp', 'open', 'rename', 'rm', 'writeFile'])
syncBuiltinESMExports()

process.once('exit', () => {
  if (process.env.STEPS_FILE) writeFileSync(process.env.STEPS_FILE, String(steps))
})
