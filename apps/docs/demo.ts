import { appendFileSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchAncestors } from './demo/ancestors.ts'
import { endChildren, killChildren, runNode, startNode } from './demo/children.ts'
import { buildManual, isBuilt, pagesFolder } from './demo/manual.ts'
import { host, listen, requireFreePort } from './demo/ports.ts'
import { readSettings } from './demo/settings.ts'
import { serveFolder } from './demo/static-site.ts'

const root = join(import.meta.dirname, '..', '..')
const cli = join(root, 'packages', 'server', 'dist', 'cli.js')
const domain = 'sidenote'
const longestStart = 60_000

const settings = readSettings(process.env, root)
const { dataFolder } = settings
const serverUrl = `http://${host}:${settings.serverPort}`
const docsUrl = `http://${host}:${settings.docsPort}`
const origins = [docsUrl, `http://localhost:${settings.docsPort}`]
const keyFile = join(dataFolder, 'demo-assistant-key')
const logFile = join(dataFolder, 'demo-server.log')
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  SIDENOTE_URL: serverUrl,
  SIDENOTE_HOST: host,
  SIDENOTE_PORT: String(settings.serverPort),
  SIDENOTE_DATA: dataFolder,
}

let isStopping = false

const say = (line: string): void => (settings.json ? console.error(line) : console.log(line))

const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  await endChildren()
  process.exit(code)
}

const failWith = (error: unknown): void => {
  if (isStopping) return
  console.error(error instanceof Error ? error.message : error)
  void stop(1)
}

/** Runs a command of Sidenote's own command line, as an owner of a site would, and returns what it printed as JSON. */
const sidenote = async (...parameters: string[]): Promise<unknown> => {
  const printed = await runNode([cli, ...parameters, '--json'], {
    environment,
    folder: root,
    output: 'pipe',
    errors: 'pipe',
    failure: `“sidenote ${parameters.join(' ')}” failed.`,
  })
  return JSON.parse(printed)
}

const startServer = async (): Promise<void> => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  appendFileSync(logFile, '')
  const log = openSync(logFile, 'w')
  const server = startNode([cli, 'serve'], { environment, folder: root, output: log, errors: log })
  const ended = new Promise<never>((_, reject) => {
    server.once('error', reject)
    server.once('exit', () => {
      const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
      reject(
        new Error(
          `The Sidenote server has ended, so the demo ends too. Its last words, from ${logFile}:\n${lastLines}`,
        ),
      )
    })
  })
  ended.catch(failWith)
  await Promise.race([ended, untilReady()])
}

const untilReady = async (): Promise<void> => {
  for (const until = Date.now() + longestStart; Date.now() < until; await wait(100)) {
    const answer = await fetch(`${serverUrl}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`The Sidenote server was not ready after ${longestStart / 1_000} seconds. Its log is ${logFile}.`)
}

interface KnownSite {
  readonly domain: string
  readonly origins: readonly string[]
  readonly sources: readonly { readonly folder: string }[]
}

const ensureSite = async (): Promise<void> => {
  const { sites } = (await sidenote('sites', 'list')) as { sites: KnownSite[] }
  const known = sites.find((site) => site.domain === domain)
  const allow = (allowed: readonly string[]) => allowed.flatMap((origin) => ['--origin', origin])
  if (!known) {
    await sidenote('sites', 'add', domain, '--name', 'Sidenote', '--folder', pagesFolder, ...allow(origins))
    await sidenote('sites', 'policy', domain, '--store-questions', '--open-pages')
  } else if (known.sources[0]?.folder !== pagesFolder) {
    throw new Error(
      `${dataFolder} holds a demo with pages from ${known.sources[0]?.folder}; this one has its pages in ${pagesFolder}. ` +
        'Choose another folder with --data, or delete that one.',
    )
  } else if (!known.origins.includes(docsUrl)) {
    await sidenote('sites', 'update', domain, ...allow([...known.origins, ...origins]))
  }
}

const syncPages = async (): Promise<void> => {
  await runNode([cli, 'sync', domain], {
    environment,
    folder: root,
    output: settings.json ? 2 : 1,
    errors: 2,
    failure: 'The manual could not be indexed.',
  })
}

/** The key of last time, when the server still knows it; else a new one. */
const ensureKey = async (): Promise<string> => {
  const kept = await readFile(keyFile, 'utf8').catch(() => '')
  if (kept) {
    const { status } = await fetch(`${serverUrl}/discovery/v1/search/${domain}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kept}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'quick start', pageSize: 1 }),
    })
    if (status !== 401 && status !== 403) return kept
  }
  const { key } = (await sidenote('keys', 'create', '--site', domain)) as { key: string }
  await writeFile(keyFile, key, { mode: 0o600 })
  return key
}

const printReady = (key: string): void => {
  const adminKeyFile = join(dataFolder, 'admin-key')
  const adminKey = process.env.SIDENOTE_ADMIN_KEY
    ? 'the one in SIDENOTE_ADMIN_KEY'
    : `${readFileSync(adminKeyFile, 'utf8').trim()}  (secret; kept in ${relative(root, adminKeyFile)})`
  const model = process.env.SIDENOTE_MODEL || 'none: answers are quoted from the pages. Choose one by SIDENOTE_MODEL.'
  console.log(`
  Sidenote is ready.

    Documentation      ${docsUrl}
    Server             ${serverUrl}
    Assistant key      ${key}  (public)
    Administrator key  ${adminKey}
    Model              ${model}

  The documentation embeds the assistant by this tag:

    <script src="${serverUrl}/widget.js" data-domain="${domain}" data-key="${key}" async></script>

  Try it: open ${docsUrl}/quick-start, select a sentence and choose “Ask about this”.
  Ctrl-C ends everything.
`)
}

const run = async (): Promise<void> => {
  await requireFreePort(settings.serverPort, 'Choose another: SIDENOTE_PORT=4100 npm start')
  await requireFreePort(settings.docsPort, 'Choose another: npx -y pnpm@12 demo --docs-port 4101')
  say(`Starting the server on ${serverUrl}`)
  await startServer()
  await ensureSite()
  await syncPages()
  const key = await ensureKey()
  const site = join(dataFolder, 'demo-site')
  const widget = { url: serverUrl, key }
  if (!(await isBuilt(site, widget))) {
    say('Building the manual')
    await buildManual(site, widget)
  }
  await listen(serveFolder(site), settings.docsPort, 'Choose another: npx -y pnpm@12 demo --docs-port 4101')
  if (settings.json) console.log(JSON.stringify({ server: serverUrl, docs: docsUrl, domain, key, dataFolder }))
  else printReady(key)
}

// The second signal is from somebody who does not want to wait.
const onSignal = (): void => {
  if (!isStopping) return void stop(0)
  killChildren()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
watchAncestors(() => void stop(0))
// Who reads our output may leave first; that is no reason to crash.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
run().catch(failWith)
