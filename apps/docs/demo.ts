import { appendFileSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watchAncestors } from './demo/ancestors.ts'
import { endChildren, killChildren, runNode, startNode } from './demo/children.ts'
import { buildManual, isBuilt, pagesFolder } from './demo/manual.ts'
import { docsPortAdvice, host, listen, requireDemoPorts } from './demo/ports.ts'
import { readSettings } from './demo/settings.ts'
import { serveFolder } from './demo/static-site.ts'

const root = join(import.meta.dirname, '..', '..')
const cli = join(root, 'packages', 'server', 'dist', 'cli.js')
const domain = 'sidenote'
/** How long the server may take to start, in milliseconds. */
const startMilliseconds = 60_000

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

/** Runs Sidenote's command line as a site's owner would, and returns the JSON that it prints. */
const sidenote = async <Result>(...parameters: string[]): Promise<Result> => {
  const output = await runNode([cli, ...parameters, '--json'], {
    environment,
    folder: root,
    output: 'pipe',
    errors: 'pipe',
    failure: `“sidenote ${parameters.join(' ')}” failed.`,
  })
  return JSON.parse(output)
}

const startServer = async (): Promise<void> => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  appendFileSync(logFile, '')
  const log = openSync(logFile, 'w')
  const server = startNode([cli, 'serve'], { environment, folder: root, output: log, errors: log })
  const exit = new Promise<never>((_, reject) => {
    server.once('error', reject)
    server.once('exit', () => {
      const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
      reject(
        new Error(
          `The Sidenote server has stopped, so the demo stops too. The last lines of ${logFile}:\n${lastLines}`,
        ),
      )
    })
  })
  exit.catch(failWith)
  await Promise.race([exit, waitUntilReady()])
}

const waitUntilReady = async (): Promise<void> => {
  for (const deadline = Date.now() + startMilliseconds; Date.now() < deadline; await wait(100)) {
    const response = await fetch(`${serverUrl}/readyz`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`The Sidenote server wasn’t ready after ${startMilliseconds / 1_000} seconds. Its log is ${logFile}.`)
}

interface Site {
  readonly domain: string
  readonly origins: readonly string[]
  readonly sources: readonly { readonly folder: string }[]
}

const ensureSite = async (): Promise<void> => {
  const { sites } = await sidenote<{ sites: Site[] }>('sites', 'list')
  const site = sites.find((each) => each.domain === domain)
  if (!site) {
    const originOptions = origins.flatMap((origin) => ['--origin', origin])
    await sidenote('sites', 'add', domain, '--name', 'Sidenote', '--folder', pagesFolder, ...originOptions)
    await sidenote('sites', 'policy', domain, '--store-questions', '--open-pages')
  } else if (site.sources[0]?.folder !== pagesFolder) {
    throw new Error(
      `${dataFolder} belongs to a demo with pages from ${site.sources[0]?.folder}, but this one’s pages are in ${pagesFolder}. ` +
        'Choose another data folder with --data, or delete that one.',
    )
  } else if (!site.origins.includes(docsUrl)) {
    await sidenote('sites', 'update', domain, ...origins.flatMap((origin) => ['--add-origin', origin]))
  }
}

const syncPages = async (): Promise<void> => {
  await runNode([cli, 'sync', domain], {
    environment,
    folder: root,
    output: settings.json ? 2 : 1,
    errors: 2,
    failure: 'Couldn’t index the manual.',
  })
}

/** The key from the last run if the server still accepts it, or a new one. */
const ensureKey = async (): Promise<string> => {
  const lastKey = await readFile(keyFile, 'utf8').catch(() => '')
  if (lastKey) {
    const { status } = await fetch(`${serverUrl}/discovery/v1/search/${domain}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lastKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'quick start', pageSize: 1 }),
    })
    if (status !== 401 && status !== 403) return lastKey
  }
  const { key } = await sidenote<{ key: string }>('keys', 'create', '--site', domain)
  await writeFile(keyFile, key, { mode: 0o600 })
  return key
}

/** The link that the server prints while nobody can sign in to its dashboard; else where the dashboard is. */
const dashboardAddress = (): { address: string; isSetup: boolean } => {
  const link = /\S+\/dashboard\/setup#\S+/.exec(readFileSync(logFile, 'utf8'))?.[0]
  return { address: link ?? `${serverUrl}/dashboard/`, isSetup: link !== undefined }
}

const printReady = (key: string): void => {
  const adminKeyFile = join(dataFolder, 'admin-key')
  const adminKey = process.env.SIDENOTE_ADMIN_KEY
    ? 'the one in SIDENOTE_ADMIN_KEY'
    : `${readFileSync(adminKeyFile, 'utf8').trim()}  (secret; stored in ${relative(root, adminKeyFile)})`
  const dashboard = dashboardAddress()
  const model = process.env.SIDENOTE_MODEL || 'none: answers quote the pages. Set SIDENOTE_MODEL to use one.'
  console.log(`
  Sidenote is ready.

    Documentation      ${docsUrl}
    Server             ${serverUrl}
    Dashboard          ${dashboard.address}${dashboard.isSetup ? '\n                       (open it within 30 minutes to become the owner)' : ''}
    Assistant key      ${key}  (public)
    Administrator key  ${adminKey}
    Model              ${model}

  The documentation embeds the assistant with this tag:

    <script src="${serverUrl}/widget.js" data-domain="${domain}" data-key="${key}" async></script>

  Try it: open ${docsUrl}/quick-start, select a sentence and choose “Ask about this”.
  Ctrl-C stops everything.
`)
}

const run = async (): Promise<void> => {
  await requireDemoPorts(settings)
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
  await listen(serveFolder(site), settings.docsPort, docsPortAdvice)
  if (settings.json)
    console.log(
      JSON.stringify({
        server: serverUrl,
        docs: docsUrl,
        dashboard: dashboardAddress().address,
        domain,
        key,
        dataFolder,
      }),
    )
  else printReady(key)
}

// A second signal means that somebody doesn't want to wait.
const onSignal = (): void => {
  if (!isStopping) return void stop(0)
  killChildren()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
watchAncestors(() => void stop(0))
// If the program that reads our output exits first, don't crash.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
run().catch(failWith)
