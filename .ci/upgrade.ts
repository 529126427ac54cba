// Upgrades from one packed version to another as an owner does, on the same data: `node .ci/upgrade.ts OLD.tgz NEW.tgz`.
// CI takes the last release from the registry for OLD; before the first one there is nothing to upgrade from.
import { deepStrictEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const startSeconds = 60
const word = 'quagga'

const [oldTarball, newTarball] = process.argv.slice(2).map((path) => resolve(path))
if (!oldTarball || !newTarball) {
  console.error('Name the tarballs of the earlier and of the new version.')
  process.exit(2)
}

const root = mkdtempSync(join(tmpdir(), 'sidenote-upgrade-'))

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** An installed version of the package, on one data folder. */
interface Installation {
  readonly version: string
  /** Runs a command, and returns what it prints. */
  readonly run: (...words: string[]) => string
  readonly url: string
  readonly start: () => Promise<ChildProcess>
}

const install = (name: string, tarball: string): string => {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'inherit' })
  return join(folder, 'node_modules/.bin/sidenote')
}

const use = (program: string, dataFolder: string, port: number): Installation => {
  const environment = {
    ...process.env,
    SIDENOTE_DATA: dataFolder,
    SIDENOTE_PORT: String(port),
    SIDENOTE_LOG_LEVEL: 'warn',
  }
  const url = `http://127.0.0.1:${port}`
  const run = (...words: string[]): string => execFileSync(program, words, { env: environment, encoding: 'utf8' })
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(program, ['serve'], { env: environment, stdio: 'inherit' })
    for (let second = 0; second < startSeconds; second += 1) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      if (response?.ok) return child
      if (child.exitCode !== null) break
      await wait(1_000)
    }
    child.kill()
    throw new Error(`${program} does not get ready.`)
  }
  return { version: run('--version').trim(), run, url, start }
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const search = async ({ url }: Installation, key: string): Promise<string> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: word })
  const response = await fetch(`${url}/discovery/v1/search/docs`, { method: 'POST', headers, body })
  return response.text()
}

/** What an owner has: sites, keys, conversations. */
const readPossessions = ({ run }: Installation) => {
  const names = (list: Record<string, unknown>[], field: string) => list.map((entry) => entry[field])
  const { sites } = JSON.parse(run('sites', 'list', '--json'))
  const { keys } = JSON.parse(run('keys', 'list', '--json'))
  const { turns } = JSON.parse(run('conversations', 'list', 'docs', '--json'))
  return {
    sites: names(sites, 'domain'),
    pages: names(sites, 'pages'),
    keys: names(keys, 'id'),
    questions: names(turns, 'question'),
  }
}

/** Fills a new installation, and leaves it stopped. Returns its key, what it has, and a backup. */
const fill = async (earlier: Installation) => {
  const docs = join(root, 'docs')
  mkdirSync(docs)
  writeFileSync(join(docs, 'index.md'), `# Animals\n\nThe ${word} is kept in the northern stable.\n`)
  writeFileSync(join(docs, 'food.md'), '# Food\n\nAll animals are fed at six in the morning.\n')
  const server = await earlier.start()
  try {
    earlier.run('sites', 'add', 'docs', '--folder', docs)
    earlier.run('sites', 'policy', 'docs', '--store-questions')
    earlier.run('sync', 'docs')
    const { key } = JSON.parse(earlier.run('keys', 'create', '--site', 'docs', '--json'))
    earlier.run('ask', 'docs', `Where is the ${word} kept?`)
    const backup = join(root, 'backup.db')
    earlier.run('backup', backup)
    return { key, backup, possessions: readPossessions(earlier), found: await search(earlier, key) }
  } finally {
    await stop(server)
  }
}

/** Checks that a new version has everything, and goes on with it. */
const check = async (later: Installation, before: Awaited<ReturnType<typeof fill>>): Promise<void> => {
  const server = await later.start()
  try {
    deepStrictEqual(readPossessions(later), before.possessions)
    ok(before.found.includes(word) && (await search(later, before.key)).includes(word), 'the page is not found')
    const health = await fetch(`${later.url}/healthz`)
    ok((await health.text()).includes(later.version), 'the version is not the new one')
    equal(later.run('ask', 'docs', `Where is the ${word} kept?`).includes('northern stable'), true)
    later.run('sync', 'docs')
    later.run('doctor')
  } finally {
    await stop(server)
  }
}

try {
  const port = await freePort()
  const [earlierProgram, laterProgram] = [install('old', oldTarball), install('new', newTarball)]
  const data = join(root, 'data')
  const before = await fill(use(earlierProgram, data, port))
  const later = use(laterProgram, data, port)
  await check(later, before)
  console.log(`The data of the earlier version is that of ${later.version} now.`)
  const restored = use(laterProgram, join(root, 'restored'), port)
  restored.run('restore', before.backup)
  await check(restored, before)
  console.log(`A backup of the earlier version is restored by ${later.version}.`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
