import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('support/frozen-process.ts', import.meta.url))

const runFrozen = (silentSeconds: number, frozenMilliseconds: number) =>
  new Promise<{ signal: string | null; stdout: string }>((resolve) => {
    const parameters = ['--conditions=sidenote-source', program, String(silentSeconds), String(frozenMilliseconds)]
    execFile(process.execPath, parameters, (error, stdout) => resolve({ signal: error?.signal ?? null, stdout }))
  })

test('a process whose event loop stands still is ended, and the log says where it stood', async () => {
  const { signal, stdout } = await runFrozen(2, 600_000)
  const entry = JSON.parse(stdout)
  expect(signal).toBe('SIGKILL')
  expect(entry).toMatchObject({ level: 60, msg: 'the event loop has stood still for 2 s, so the process ends' })
  expect(entry.stack).toEqual(expect.arrayContaining([expect.stringMatching(/^standStill \(.*frozen-process\.ts:\d+/)]))
})

test('a process that is busy for a while goes on', async () => {
  expect(await runFrozen(30, 1_000)).toEqual({ signal: null, stdout: 'alive\n' })
})
