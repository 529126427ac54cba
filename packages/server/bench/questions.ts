/**
 * How well the right pages are found: indexes folders of documentation, one site each, and asks a running server.
 *
 *   node --conditions=sidenote-source bench/questions.ts --corpora DIR --score score.mjs [--roots roots.json]
 *     [--questions DIR] [--without-link-texts] [--keep FOLDER]
 *
 * Each folder of the corpora is a site; `roots.json` says which of them are asked and where in `DIR/<site>` the pages are,
 * `{"vite": {"root": "docs"}}`, and is needed only where that is not the folder itself. `score.mjs` is run with `--url`,
 * `--keys` and the folder of questions, or those that it has beside it. `--without-link-texts`: questions that were made from the pages' own links must not be asked of an index that
 * knows these links. `--keep`: where the index stays for the next run, which reads only what has changed. An embedding and
 * a reranking model are those of the environment, as for the server.
 */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createKey } from '../src/administration/keys/create-key.ts'
import { createSite } from '../src/administration/sites/create-site.ts'
import { readConfig } from '../src/config.ts'
import { createSeal } from '../src/database/seal.ts'
import { type RunningServer, startServer } from '../src/main.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createLog } from '../src/watch/log.ts'
import { forgetLinks, readRoots } from './sites.ts'

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    questions: { type: 'string' },
    roots: { type: 'string' },
    score: { type: 'string' },
    keep: { type: 'string' },
    'without-link-texts': { type: 'boolean', default: false },
  },
})
const { corpora, questions, roots, score } = values
if (!corpora || !score) throw new Error('--corpora and --score are needed.')

/** Where the pages of each set are, below the corpora. */
const readFolders = async (): Promise<[domain: string, folder: string][]> => {
  if (roots) return Object.entries(await readRoots(roots)).map(([domain, { root }]) => [domain, join(domain, root)])
  const entries = await readdir(corpora, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => [name, name])
}

/** Indexes every folder; returns a key for each site. */
async function indexAll({ database, searchIndex, reading }: RunningServer): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  for (const [domain, pages] of await readFolders()) {
    const known = await database.selectFrom('sites').select('id').where('domain', '=', domain).executeTakeFirst()
    const folder = resolve(corpora ?? '', pages)
    if (!known)
      await createSite({ database, seal: createSeal(randomBytes(32)) }, 'default', {
        domain,
        sources: [{ kind: 'folder', folder }],
      })
    const site = await database.selectFrom('sites').selectAll().where('domain', '=', domain).executeTakeFirstOrThrow()
    await syncSite({ searchIndex, reading }, site)
    keys[domain] = (await createKey(database, 'default', { kind: 'assistant', site: domain })).key
  }
  if (values['without-link-texts']) await forgetLinks(database)
  return keys
}

const dataFolder = values.keep ? resolve(values.keep) : await mkdtemp(join(tmpdir(), 'sidenote-questions-'))
const config = readConfig({
  ...process.env,
  SIDENOTE_DATA: dataFolder,
  SIDENOTE_PORT: '0',
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
})
const server = await startServer(config, { log: createLog('error') })
try {
  const start = performance.now()
  const keys = await indexAll(server)
  console.log(`indexed in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  const keysFile = join(dataFolder, 'keys.json')
  await writeFile(keysFile, JSON.stringify(keys), { mode: 0o600 })
  const parameters = [
    '--url',
    server.url,
    '--keys',
    keysFile,
    ...(questions ? ['--questions', resolve(questions)] : []),
  ]
  const scoring = spawn(process.execPath, [score, ...parameters], { stdio: 'inherit' })
  const [code] = await once(scoring, 'exit')
  process.exitCode = Number(code ?? 1)
} finally {
  await server.stop()
  if (!values.keep) await rm(dataFolder, { recursive: true, force: true })
}
