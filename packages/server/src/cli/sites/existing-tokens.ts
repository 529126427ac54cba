import * as contract from '@sidenote/contract'
import { UsageError } from '../command-error.ts'
import type { CommandContext, Environment } from '../program-parts.ts'
import { readAccess, type SiteUpdateOptions } from './site-options.ts'

/** Options that are only about the sources given beside them. */
const aboutSources = [
  'branch',
  'docs',
  'folder',
  'git',
  'website',
  'openapi',
  'allowHost',
  'maximumPages',
  'pageLanguage',
] as const

const isRemote = (source: contract.Source) => source.kind === 'git' && URL.canParse(source.repository)

/**
 * With a token and no source: the repositories that the site has, with the new token. Everything else about them stays.
 *
 * @returns undefined when the options name no token, or sources of their own, or the site reads no repository at an address
 * @throws UsageError when the repositories are at several hosts, which must not get each other’s token
 */
export const readExistingTokens = async (
  { client }: CommandContext,
  domain: string,
  { options, environment }: { readonly options: SiteUpdateOptions; readonly environment: Environment },
): Promise<contract.SiteChange | undefined> => {
  const { tokenVariable, tokenUser } = options
  if (tokenVariable === undefined && tokenUser === undefined) return undefined
  if (aboutSources.some((name) => options[name] !== undefined)) return undefined
  const { sources } = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
  const repositories = sources.flatMap((source) => (isRemote(source) && source.kind === 'git' ? [source] : []))
  const hosts = new Set(repositories.map(({ repository }) => URL.parse(repository)?.origin))
  if (hosts.size > 1) {
    throw new UsageError(
      `--token-variable is for one host, but "${domain}" has repositories at ${[...hosts].join(' and ')}. Name those that it is for with --add-git.`,
    )
  }
  if (hosts.size === 0) return undefined
  const access = readAccess(options, environment)
  return { addSources: repositories.map(({ hasToken: _, ...source }) => ({ ...source, ...access })) }
}
