import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePath } from '../src/pages/links.ts'
import { parsePage } from '../src/pages/readers/parse.ts'
import { packPage } from '../src/reading/pack-page.ts'
import { indexParsedPage } from '../src/search/index/index-parsed-page.ts'
import { searchPages } from '../src/search/search.ts'
import { replacePages } from '../src/sources/replace-pages.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { insertSite } from './support/insert-site.ts'

const site = { id: 'site', url: null }

const pages: Readonly<Record<string, string>> = {
  'f.md': '# F API\n\nCall the API from F.',
  'f-sharp.md': '# F# API\n\nCall the API from F#.',
  'g.md': '# g++ flags\n\nOptions of the compiler g++ and of others.',
  'g-plain.md': '# G flags\n\nOptions of the letter g.',
  'quiet.md': '# Quiet mode\n\nPass `-q` to print nothing.\n\n## `-q`\n\nQuiet.',
  'query.md': '# Query mode\n\nPass `-Q` to ask something.\n\n## `-Q`\n\nA query.',
  'force.md': '# Overwriting\n\n## `--force`\n\nOverwrites what is there.',
  'brute.md': '# Force and power\n\nUse force, force and force.',
  'arrow.md': '# Functions\n\n## `=>`\n\nAn arrow.',
  'nullish.md': '# Defaults\n\nWrite `??=` to set a default.',
  'hover.md': '# Pseudo-classes\n\n## `:hover`\n\nBelow the pointer.',
  'hovering.md': '# Hover cards\n\nCards on hover. Hover, hover.',
  'on.md': '# on\n\nListens to an event.',
  'off.md': '# off\n\nListens no more.',
  'events.md': '# Events\n\nTurn events on or off with on and off.',
  'do.md': '# Loops\n\n## `do`\n\nRepeats.',
  'clock.md': '# Change the time zone\n\nThe time zone of a clock.',
  'names.md': '# Hostnames\n\nThe hostname of a server.',
  'base.md': '# The code base\n\nHow a code base is laid out.',
  'charset.md': '# Text in UTF-16\n\nFiles in UTF-16 are read.',
  'login.md': '# OpenID2\n\nSign in by OpenID2.',
  'errors.md': '# Errors\n\n## E0499\n\nBorrowed twice.\n\n## QX-7731\n\nThe queue is full.',
  'upgrade.md':
    '# Upgrade to 4\n\n## `drainQueue` is gone\n\nEmpty it first.\n\n## `pump.maxFlow`\n\nIn litres.\n\n## `x509Chain()`\n\nOf trust.',
  ...Object.fromEntries(
    ['One', 'Two', 'Three', 'Four'].flatMap((name) => [
      [`drain-${name}.md`, `# Drain ${name}\n\nCall drainQueue. drainQueue drains the queue. drainQueue().`],
      [`pump-${name}.md`, `# Pump ${name}\n\nSet pump.maxFlow. pump.maxFlow is the pump's max flow.`],
      [`chain-${name}.md`, `# Chain ${name}\n\nUse x509Chain for an x509 chain. x509Chain chains.`],
    ]),
  ),
  'journal.md':
    '# Journal\n\nWhat is kept.\n\n## When the disk is full\n\nIt stops.\n\n## Slow disks\n\nWait.\n\n## Rotation (daily)\n\nAt midnight.',
  ...Object.fromEntries(
    ['One', 'Two', 'Three', 'Four'].flatMap((name) => [
      [`disk-${name}.md`, `# Disk ${name} is full\n\nA disk that is full. The disk is full when no disk has room.`],
      [`slow-${name}.md`, `# Disks that are slow ${name}\n\nSlow disks. Disks are slow. A slow disk.`],
    ]),
  ),
  'response.md': '# Retry policy\n\nThe class of it.',
  'retry.md': '# Retrypolicies of others\n\nRetry policy, retry, policy, policies. A retrypolicy.',
  'guide/overview.md': '# Overview\n\nWhat there is.',
  'overview-of-all.md': '# Overview of the overview pages\n\nOverview, overview, overview. See the overview.',
}

describe.each(testEngines)('what readers type, on %s', (engine) => {
  let store: TestDatabase
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    await insertSite(store.database, site)
    const written = Object.entries(pages).map(([file, text]) => {
      const parsed = parsePage({ path: file, text })
      const path = pagePath(file)
      return { path, file, hash: file, parsed: packPage(parsed), index: indexParsedPage(path, parsed) }
    })
    await replacePages(store.database, site.id, written)
  })
  afterAll(() => store.close())

  const find = async (query: string) =>
    (await searchPages(store.searchIndex, site, { query, limit: 10 })).map(({ path }) => path)

  test.each([
    ['When the disk is full', 0],
    ['when the disk is full?', 0],
    ['“When the Disk is Full”', 0],
    ['Slow disks', 2],
    ['slow  disks', 2],
  ])('“%s”, which is just a heading, has its page among the first', async (query, place) => {
    const found = (await find(query)).indexOf('journal')
    expect(found).toBeGreaterThanOrEqual(0)
    expect(found).toBeLessThanOrEqual(place)
  })

  test.each([
    ['F#', 'f-sharp'],
    ['F# api', 'f-sharp'],
    ['f api', 'f'],
    ['g++', 'g'],
    ['-q', 'quiet'],
    ['-Q', 'query'],
    ['--force', 'force'],
    ['=>', 'arrow'],
    ['??=', 'nullish'],
    [':hover', 'hover'],
  ])('signs tell %s apart: its page is %s', async (query, path) => {
    expect((await find(query))[0]).toBe(path)
  })

  test.each([
    ['on', 'on'],
    ['Off', 'off'],
    ['do', 'do'],
    ['off event', 'off'],
    ['overview', 'guide/overview'],
    ['Change the time zone', 'clock'],
  ])('a page called “%s” comes first: %s', async (query, path) => {
    expect((await find(query))[0]).toBe(path)
  })

  test.each([
    ['timezone', 'clock'],
    ['time-zone', 'clock'],
    ['host name', 'names'],
    ['host names', 'names'],
    ['codebase', 'base'],
    ['utf16', 'charset'],
    ['utf 16', 'charset'],
    ['OpenID 2', 'login'],
    ['E-0499', 'errors'],
    ['QX7731', 'errors'],
  ])('one word or two, “%s” finds %s', async (query, path) => {
    expect(await find(query)).toContain(path)
  })

  test.each([
    'drainQueue',
    'drainqueue',
    'drain queue',
    'pump.maxFlow',
    'pump max flow',
    'x509Chain',
    'x509Chain()',
    'x509 chain',
  ])('a section that is called “%s” is among the first three, before pages that say it often', async (query) => {
    expect((await find(query)).slice(0, 3)).toContain('upgrade')
  })

  test.each(['retry policy', 'Retry-Policy', 'retrypolicy'])('a title typed as “%s” comes first', async (query) => {
    expect((await find(query))[0]).toBe('response')
  })

  test.each(['overv', 'hostnam', 'hovver'])('the near miss “%s” finds something', async (query) => {
    expect(await find(query)).not.toEqual([])
  })

  test.each(['flamingo', '%%%', 'onoff zebra'])('“%s”, which no page says, finds nothing', async (query) => {
    expect(await find(query)).toEqual([])
  })
})
