import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitRun, spawnGit } from './spawn-git.ts'

const folder = mkdtempSync(join(tmpdir(), 'sidenote-test-'))
const place = {
  gitFolder: join(folder, 'git'),
  tree: join(folder, 'tree'),
  bounds: { memory: 300_000_000, file: 1_000_000 },
}
const run: GitRun = { place, protocol: 'http', seconds: 30, keepBytes: 10_000 }

beforeAll(async () => {
  mkdirSync(place.tree)
  expect((await spawnGit(['init', '--quiet'], run)).exitCode).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a call that takes too long is ended together with the helper that talks to the host', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const connected = once(silent, 'connection')
  const outcome = spawnGit(['ls-remote', `http://127.0.0.1:${port}/x.git`], { ...run, seconds: 2 })
  const [socket] = await connected
  const closed = once(socket.resume(), 'close')
  expect((await outcome).overrun).toEqual({ bound: 'time', sentence: 'It took more than 2 s.' })
  await closed
  silent.close()
})

test('a file larger than the bound is not written', async () => {
  const input = 'a'.repeat(64_000_000)
  const words = ['-c', 'core.compression=0', 'hash-object', '-w', '--stdin']
  const stored = await spawnGit(words, { ...run, input: 'a text' })
  expect(stored).toMatchObject({ exitCode: 0, overrun: undefined })
  expect((await spawnGit(words, { ...run, input })).overrun).toMatchObject({
    bound: 'disk',
    sentence: expect.stringContaining('It is larger than 1 MB'),
  })
})

test('more output than is kept ends the call', async () => {
  const outcome = await spawnGit(['help', '--all', '--no-external-commands', '--no-aliases'], {
    ...run,
    keepBytes: 100,
  })
  expect(outcome).toMatchObject({ isFull: true, overrun: undefined })
  expect(outcome.stdout).toHaveLength(100)
})

test('no other code of the server starts git: programs are started here and for the threads that read', () => {
  const sources = join(import.meta.dirname, '..')
  const starters = globSync('**/*.ts', { cwd: sources }).filter(
    (path) => !path.endsWith('.test.ts') && readFileSync(join(sources, path), 'utf8').includes("'node:child_process'"),
  )
  // The command line opens the browser of whoever typed the command, and a service tells systemd its state.
  const others = ['cli/try/open-browser.ts', 'reading/pool.ts', 'watch/systemd.ts']
  expect(starters.sort()).toEqual([...others, 'git/spawn-git.ts'].sort())
})
