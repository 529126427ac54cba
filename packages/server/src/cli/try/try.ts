import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@sidenote/contract'
import { InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { type Client, createClient } from '../client.ts'
import { CommandError } from '../command-error.ts'
import { readDigits } from '../options.ts'
import { print } from '../print.ts'
import { programName, shellWord } from '../program-name.ts'
import type { CommonOptions, Environment, ProgramParts } from '../program-parts.ts'
import { scriptTag } from '../script-tag.ts'
import { syncSite } from '../syncs/sync.ts'
import { openBrowser } from './open-browser.ts'
import { readPlace, type TriedPlace } from './read-place.ts'
import { createPageListener } from './serve-pages.ts'

const host = '127.0.0.1'
const domain = 'docs'
const usualPort = 4040

/** Settings that belong to an installation, which a trial leaves alone. Models and their keys stay. */
const ofInstallation = [
  'DATABASE_URL',
  'REDIS_URL',
  'SIDENOTE_ADMIN_KEY',
  'SIDENOTE_METRICS_PORT',
  'SIDENOTE_PUBLIC_URL',
  'SIDENOTE_SECRETS_KEY',
  'SIDENOTE_UPSTREAM',
  'SIDENOTE_UPSTREAM_ADMIN_KEY',
  'SIDENOTE_UPSTREAM_DOMAIN',
  'SIDENOTE_UPSTREAM_KEY',
  'SIDENOTE_URL',
]

const environmentOfTrial = (environment: Environment, dataFolder: string): Environment => ({
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !ofInstallation.includes(name))),
  SIDENOTE_HOST: host,
  SIDENOTE_PORT: '0',
  SIDENOTE_DATA: dataFolder,
  SIDENOTE_LOG_LEVEL: environment.SIDENOTE_LOG_LEVEL ?? 'error',
})

const listenAt = (server: Server, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? `http://${host}:${address.port}` : undefined)
    })
  })

/** Listens for the pages, at any free port when nobody has chosen one. @throws CommandError when the chosen one is taken */
const listenForPages = async (server: Server, port: number | undefined): Promise<string> => {
  const url =
    (await listenAt(server, port ?? usualPort)) ?? (port === undefined ? await listenAt(server, 0) : undefined)
  if (url !== undefined) return url
  throw new CommandError(`Port ${port ?? usualPort} of ${host} is taken. Choose another one with --port.`)
}

/** Adds the site, and returns an assistant key for it. */
const addSite = async (client: Client, { source }: TriedPlace, pagesUrl: string): Promise<string> => {
  const origins = [pagesUrl, pagesUrl.replace(host, 'localhost')]
  // Citations of a website lead to it; others lead to the pages that are shown here.
  const address = source.kind === 'website' ? {} : { url: pagesUrl }
  const body = { domain, origins, sources: [source], ...address }
  await client(contract.createSite, { body }, contract.siteSchema)
  const input = { body: { kind: 'assistant', site: domain } }
  return (await client(contract.createKey, input, contract.createdKeySchema)).key
}

const describeKeeping = (environment: Environment, { options }: TriedPlace): string => {
  const name = programName(environment)
  return `To keep it on this machine:

  ${name} init                      # writes settings and a systemd unit
  ${name} serve                     # in a terminal of its own
  ${name} sites add ${domain} ${options.map(shellWord).join(' ')} --origin https://docs.example.com
  ${name} sync ${domain}
  ${name} keys create --site ${domain}   # prints the tag for your pages`
}

interface Trial {
  readonly place: TriedPlace
  /** Where the pages are shown. */
  readonly pages: Server
  readonly pagesUrl: string
  readonly dataFolder: string
}

/** Starts a server in this process, indexes the place, and shows its pages. */
const startTrial = async (environment: Environment, { place, pages, pagesUrl, dataFolder }: Trial) => {
  const { startServer } = await import('../../main.ts')
  const { createLog } = await import('../../watch/log.ts')
  const config = readConfig(environmentOfTrial(environment, dataFolder))
  const server = await startServer(config, { log: createLog(config.logLevel) })
  try {
    const client = createClient({ url: server.url, adminKey: undefined, dataFolder })
    const key = await addSite(client, place, pagesUrl)
    await syncSite({ client, print: (_json, text) => process.stderr.write(`${text}\n`) }, domain)
    const site = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
    if (site.pages === 0) throw new CommandError('No page was indexed, so there is nothing to ask about.')
    const tag = scriptTag({ url: server.url, domain, key, title: 'Your documentation' })
    pages.on(
      'request',
      createPageListener({ url: server.url, domain, key, tag, note: 'Your pages, as they are read.' }),
    )
    return { server, key, model: config.model ?? 'none: answers quote your pages. SIDENOTE_MODEL names one' }
  } catch (error) {
    await server.stop()
    throw error
  }
}

const untilSignal = (): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))

interface TryOptions extends CommonOptions {
  readonly port?: number
  readonly open: boolean
}

const tryPlace = async ({ environment, absolute }: ProgramParts, text: string, options: TryOptions): Promise<void> => {
  const place = await readPlace(text, absolute)
  const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-try-'))
  const pages = createServer()
  try {
    const pagesUrl = await listenForPages(pages, options.port)
    process.stderr.write(`Reading ${text}\n`)
    const ended = untilSignal()
    const start = startTrial(environment, { place, pages, pagesUrl, dataFolder })
    const trial = await Promise.race([start, ended.then(() => undefined)])
    if (trial) {
      const { server, key, model } = trial
      print(
        options,
        { url: pagesUrl, server: server.url, domain, key },
        `\nAsk your documentation: ${pagesUrl}\n\nModel: ${model}.\nCtrl-C ends it and deletes the index.\n\n${describeKeeping(environment, place)}`,
      )
      if (options.open && process.stdout.isTTY) openBrowser(pagesUrl)
      await ended
    }
    await (await start).server.stop()
  } finally {
    pages.closeAllConnections()
    pages.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

const readPort = (text: string): number => {
  const port = readDigits(text)
  if (port !== undefined && port <= 65_535) return port
  throw new InvalidArgumentError('It must be a port.')
}

/** Adds `try` to the program. */
export const addTryCommand = (parts: ProgramParts): void => {
  parts.program
    .command('try <place>')
    .description('index a folder, a website, a git repository or an OpenAPI document, and ask it; nothing is kept')
    .option('--port <port>', `port of the pages (${usualPort}, or any that is free)`, readPort)
    .option('--no-open', 'open no browser')
    .option('--json', 'print JSON')
    .action((place: string, options: TryOptions) => tryPlace(parts, place, options))
}
