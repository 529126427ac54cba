import type { SiteChange, SourceRequest } from '@sidenote/contract'
import type { Command } from 'commander'
import { UsageError } from '../command-error.ts'
import { collect, orNull, present, readCount } from '../options.ts'
import { type CommonOptions, type Environment, type ProgramParts, secretFrom } from '../program-parts.ts'
import { isAddress, readLocation, readWebAddress } from '../read-location.ts'

/** The options of `sites add` and `sites update`. */
export interface SiteOptions extends CommonOptions {
  readonly folder?: string[]
  readonly git?: string[]
  readonly branch?: string
  readonly docs?: string
  readonly tokenVariable?: string
  readonly tokenUser?: string
  readonly website?: string[]
  readonly openapi?: string[]
  readonly allowHost?: string[]
  readonly maximumPages?: number
  readonly pageLanguage?: string
  readonly schedule?: string
  readonly name?: string
  readonly url?: string
  readonly origin?: string[]
}

/** The options of `sites update`, which can also add to lists and take from them. */
export interface SiteUpdateOptions extends SiteOptions {
  readonly addOrigin?: string[]
  readonly removeOrigin?: string[]
  readonly addFolder?: string[]
  readonly addGit?: string[]
  readonly addWebsite?: string[]
  readonly addOpenapi?: string[]
  readonly removeSource?: string[]
}

type OptionParts = Pick<ProgramParts, 'absolute' | 'environment'>

/** `git@github.com:acme/docs.git`, or `ssh://…`: the server reads repositories over https only. */
const sshAddress = /^(?:(?:ssh|git|git\+ssh):\/\/)?(?:[\w.-]+@)?([\w.-]+\.\w+)(?::\d+)?[:/]([^:]+)$/i

/** An address as it is; a path made absolute. @throws UsageError for an address of another kind */
const repositoryOf = (text: string, absolute: OptionParts['absolute']): string => {
  const isSsh = text.includes('@') || /^(?:(?:ssh|git|git\+ssh):\/\/|(?!file:)[\w.-]+:(?!\d+\/))/i.test(text)
  const [, host, path] = (isSsh && sshAddress.exec(text)) || []
  if (isAddress(text) || !host || !path) return readLocation(text, absolute)
  throw new UsageError(`--git is "${text}", but must be an https address, such as https://${host}/${path}, or a path.`)
}

/** How to sign in to repositories; an empty variable name removes the token. */
export const readAccess = (
  { tokenVariable, tokenUser }: Pick<SiteOptions, 'tokenVariable' | 'tokenUser'>,
  environment: Environment,
) =>
  present({
    token:
      tokenVariable === undefined || tokenVariable === ''
        ? orNull(tokenVariable)
        : secretFrom(environment, tokenVariable),
    user: tokenUser,
  })

const readSources = (options: SiteOptions, { absolute, environment }: OptionParts): SourceRequest[] => {
  const { branch, docs, folder = [], git = [], website = [], openapi = [] } = options
  const language = present({ language: options.pageLanguage })
  const hosts = present({ allowedHosts: options.allowHost })
  const crawl = present({ maximumPages: options.maximumPages })
  const place = present({ branch, folder: docs })
  const access = readAccess(options, environment)
  return [
    ...folder.map((path) => ({ kind: 'folder' as const, folder: absolute(path), ...language })),
    ...git.map((text) => {
      const repository = repositoryOf(text, absolute)
      return { kind: 'git' as const, repository, ...place, ...(isAddress(repository) && access), ...language }
    }),
    ...website.map((url) => ({ kind: 'website' as const, url: readWebAddress(url), ...hosts, ...crawl, ...language })),
    ...openapi.map((text) => {
      const location = readLocation(text, absolute)
      const document = isAddress(location) ? { url: location, ...hosts } : { file: location }
      return { kind: 'openapi' as const, ...document, ...language }
    }),
  ]
}

/** A sentence about an option that has no effect without another one. */
export const uselessOption = (options: SiteUpdateOptions, { absolute }: OptionParts): string | undefined => {
  const { tokenVariable, tokenUser } = options
  const locate = (text: string) => readLocation(text, absolute)
  const git = [...(options.git ?? []), ...(options.addGit ?? [])].map(locate)
  const website = [...(options.website ?? []), ...(options.addWebsite ?? [])]
  const openapi = [...(options.openapi ?? []), ...(options.addOpenapi ?? [])].map(locate)
  const folder = [...(options.folder ?? []), ...(options.addFolder ?? [])]
  if (options.branch !== undefined && git.length === 0) return '--branch needs --git'
  if (options.docs !== undefined && git.length === 0) return '--docs needs --git'
  const hosts = new Set(git.filter(isAddress).map((address) => URL.parse(address)?.origin))
  if ((tokenVariable !== undefined || tokenUser !== undefined) && hosts.size === 0) {
    return `${tokenVariable === undefined ? '--token-user' : '--token-variable'} needs --git with an address`
  }
  if (tokenVariable && hosts.size > 1) return '--token-variable is for one host, but --git names several'
  if (options.allowHost && website.length === 0 && !openapi.some(isAddress)) {
    return '--allow-host needs --website, or --openapi with an address'
  }
  if (options.maximumPages !== undefined && website.length === 0) return '--maximum-pages needs --website'
  const sources = folder.length + git.length + website.length + openapi.length
  return options.pageLanguage !== undefined && sources === 0 ? '--page-language needs the sources it is for' : undefined
}

/** What the options say about a site, except its domain. An empty text removes a value. */
export const readSiteChange = (options: SiteOptions, parts: OptionParts): SiteChange => {
  const { name, url, schedule, origin } = options
  const sources = readSources(options, parts)
  return present({
    name: orNull(name),
    url: orNull(url),
    schedule: orNull(schedule),
    origins: origin?.filter((one) => one !== ''),
    sources: sources.length > 0 ? sources : undefined,
  })
}

/** What the options of `sites update` add to the lists of a site and take from them. */
export const readListChange = (options: SiteUpdateOptions, parts: OptionParts): SiteChange => {
  const { addFolder, addGit, addWebsite, addOpenapi, addOrigin, removeOrigin, removeSource } = options
  const { folder: _folder, git: _git, website: _website, openapi: _openapi, ...others } = options
  const added = present({ folder: addFolder, git: addGit, website: addWebsite, openapi: addOpenapi })
  const addSources = readSources({ ...others, ...added }, parts)
  return present({
    addOrigins: addOrigin,
    removeOrigins: removeOrigin,
    addSources: addSources.length > 0 ? addSources : undefined,
    removeSources: removeSource?.map((place) => readLocation(place, parts.absolute)),
  })
}

/** Adds the options of `sites update` that keep what a list has. */
export const addListOptions = (command: Command): Command =>
  command
    .option('--add-origin <url>', 'like --origin, and keep the others; repeatable', collect)
    .option('--remove-origin <url>', 'origin that can no longer use its keys; repeatable', collect)
    .option('--add-folder <dir>', 'like --folder, and keep the other sources; repeatable', collect)
    .option('--add-git <repository>', 'like --git, and keep the other sources; repeatable', collect)
    .option('--add-website <url>', 'like --website, and keep the other sources; repeatable', collect)
    .option('--add-openapi <file or url>', 'like --openapi, and keep the other sources; repeatable', collect)
    .option('--remove-source <place>', 'folder, repository, address or file of a source to remove; repeatable', collect)

/** Adds the options of `sites add` and `sites update` to a command. */
export const addSourceOptions = (command: Command): Command =>
  command
    .option('--folder <dir>', 'folder of pages on the server’s machine; repeatable', collect)
    .option('--git <repository>', 'address or absolute path of a git repository; repeatable', collect)
    .option('--branch <name>', 'branch of the repositories; by default, their own default branch')
    .option('--docs <dir>', 'folder in the repositories that has the pages')
    .option('--token-variable <name>', 'environment variable with the token for private repositories')
    .option('--token-user <name>', 'user name that goes with the token, if the host needs one (x-access-token)')
    .option('--website <url>', 'sitemap or start address of a website; repeatable', collect)
    .option('--openapi <file or url>', 'OpenAPI document, one page for each operation; repeatable', collect)
    .option(
      '--page-language <tag>',
      'language of pages that don’t declare theirs, such as de; by default, recognized from their words',
    )
    .option('--allow-host <host>', 'host that can be read although it isn’t public; repeatable', collect)
    .option('--maximum-pages <number>', 'how many pages of each website are read (1000)', readCount)
    .option('--schedule <cron>', 'when to sync automatically, in UTC, such as "0 * * * *"')
    .option('--name <name>', 'the site’s name for readers')
    .option('--url <url>', 'address of the site, for links')
    .option('--origin <url>', 'web origin that can use its keys; repeatable; by default, any', collect)
