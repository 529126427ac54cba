/**
 * How long it takes to index folders of documentation, one site each.
 *
 *   node --conditions=sidenote-source bench/indexing.ts --corpora DIR [--roots roots.json] [--runs N]
 *
 * Each folder of the corpora is a site; `roots.json` says where in it the pages are. Prints the seconds of each run, and
 * how long this process, without the one that reads, was busy.
 */

import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createSite } from '../src/administration/sites/create-site.ts'
import { readConfig } from '../src/config.ts'
import { createSeal } from '../src/database/seal.ts'
import { startServer } from '../src/main.ts'
import { syncSite } from '../src/sources/sync.ts'
import { createLog } from '../src/watch/log.ts'
import { readRoots } from './sites.ts'

const { values } = parseArgs({
  options: { corpora: { type: 'string' }, roots: { type: 'string' }, runs: { type: 'string', default: '1' } },
})
const { corpora, roots, runs } = values
if (!corpora) throw new Error('--corpora is needed.')

const readFolders = async (): Promise<[domain: string, folder: string][]> => {
  if (roots) return Object.entries(await readRoots(roots)).map(([domain, { root }]) => [domain, join(domain, root)])
  const entries = await readdir(corpora, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => [name, name])
}

const folders = await readFolders()
for (let run = 0; run < Number(runs); run++) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-indexing-'))
  const config = readConfig({
    SIDENOTE_DATA: dataFolder,
    SIDENOTE_PORT: '0',
  })
  const { database, searchIndex, reading, stop } = await startServer(config, { log: createLog('error') })
  try {
    const start = performance.now()
    const cpu = process.cpuUsage()
    let pages = 0
    for (const [domain, pagesFolder] of folders) {
      await createSite({ database, seal: createSeal(randomBytes(32)) }, 'default', {
        domain,
        sources: [{ kind: 'folder', folder: resolve(corpora, pagesFolder) }],
      })
      const site = await database.selectFrom('sites').selectAll().where('domain', '=', domain).executeTakeFirstOrThrow()
      const { changed } = await syncSite({ searchIndex, reading }, site)
      pages += changed
    }
    const seconds = (performance.now() - start) / 1_000
    const { user, system } = process.cpuUsage(cpu)
    console.log(
      `${pages} pages in ${seconds.toFixed(1)} s, this process busy for ${((user + system) / 1e6).toFixed(1)} s`,
    )
  } finally {
    await stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
