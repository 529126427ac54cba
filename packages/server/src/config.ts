import type { z } from 'zod'
import { isVariable, secretVariables, type VariableName, variables } from './config-variables.ts'
import { readDataFolder } from './data-folder.ts'
import type { MailConfig } from './mail.ts'
import { megabyte, type Quotas, usualQuotas } from './quotas.ts'
import { editDistance } from './search/words/edit-distance.ts'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

/** Something that the operator has to correct: a sentence for the terminal, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Kubernetes injects variables for each service, and those of one called sidenote look like ours. They are ignored. */
const isInjected = (name: string, value = ''): boolean =>
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name) ||
  (name.endsWith('_PORT') && ['tcp:', 'udp:', 'sctp:'].includes(URL.parse(value)?.protocol ?? ''))

const refuseUnknown = (environment: Environment): void => {
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('SIDENOTE_') || isVariable(name) || isInjected(name, value)) continue
    const names = Object.keys(variables).filter((variable) => variable.startsWith('SIDENOTE_'))
    const distance = (variable: string) => editDistance(variable, name, Number.POSITIVE_INFINITY)
    const nearest = names.sort((one, other) => distance(one) - distance(other))[0]
    throw new ConfigError(`${name} is not a variable of Sidenote. Did you mean ${nearest}?`)
  }
}

/** Reads a variable. An empty value counts as unset, because Compose files and shells write those. @throws ConfigError */
const read = <Name extends VariableName>(
  environment: Environment,
  name: Name,
): z.output<(typeof variables)[Name]['schema']> | undefined => {
  const value = environment[name]?.trim()
  if (!value || isInjected(name, value)) return undefined
  const { schema, rule } = variables[name]
  const result = schema.safeParse(value)
  // The schema of this variable returned it.
  if (result.success) return result.data as z.output<(typeof variables)[Name]['schema']>
  const hasPassword = value.includes('://') && value.includes('@')
  const subject = secretVariables.has(name) || hasPassword ? 'has an invalid value: it' : `is "${value}", but`
  throw new ConfigError(`${name} ${subject} must be ${rule}.`)
}

/** Another service that requests are forwarded to. */
export interface UpstreamConfig {
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string
  readonly adminKey: string | undefined
  /** The site’s domain there; undefined when it is the same as here. */
  readonly domain: string | undefined
}

const readUpstream = (environment: Environment): UpstreamConfig | undefined => {
  const address = read(environment, 'SIDENOTE_UPSTREAM')
  const key = read(environment, 'SIDENOTE_UPSTREAM_KEY')
  const adminKey = read(environment, 'SIDENOTE_UPSTREAM_ADMIN_KEY')
  const domain = read(environment, 'SIDENOTE_UPSTREAM_DOMAIN')
  if (!address) {
    if (!key && !adminKey && !domain) return undefined
    throw new ConfigError('A variable that begins with SIDENOTE_UPSTREAM_ is set, but SIDENOTE_UPSTREAM is not.')
  }
  if (!key) throw new ConfigError('SIDENOTE_UPSTREAM is set, but SIDENOTE_UPSTREAM_KEY, its assistant key, is not.')
  return { url: withoutTrailingSlashes(address), key, adminKey, domain }
}

/** An owner to add at the start. */
export interface OwnerConfig {
  readonly email: string
  readonly password: string
}

const readOwner = (environment: Environment): OwnerConfig | undefined => {
  const email = read(environment, 'SIDENOTE_OWNER_EMAIL')
  const password = read(environment, 'SIDENOTE_OWNER_PASSWORD')
  if (email && password) return { email, password }
  if (!email && !password) return undefined
  const [there, missing] = email ? ['EMAIL', 'PASSWORD'] : ['PASSWORD', 'EMAIL']
  throw new ConfigError(`SIDENOTE_OWNER_${there} is set, but SIDENOTE_OWNER_${missing} is not.`)
}

/** A provider of identities that people sign in with. */
export interface OidcConfig {
  /** Whose `/.well-known/openid-configuration` says the rest. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
}

const readOidc = (environment: Environment): OidcConfig | undefined => {
  const issuer = read(environment, 'SIDENOTE_OIDC_ISSUER')
  const clientId = read(environment, 'SIDENOTE_OIDC_CLIENT_ID')
  const clientSecret = read(environment, 'SIDENOTE_OIDC_CLIENT_SECRET')
  const name = read(environment, 'SIDENOTE_OIDC_NAME') ?? 'single sign-on'
  if (!issuer) {
    if (!clientId && !clientSecret) return undefined
    throw new ConfigError('A variable that begins with SIDENOTE_OIDC_ is set, but SIDENOTE_OIDC_ISSUER is not.')
  }
  if (!clientId) throw new ConfigError('SIDENOTE_OIDC_ISSUER is set, but SIDENOTE_OIDC_CLIENT_ID is not.')
  if (!clientSecret) throw new ConfigError('SIDENOTE_OIDC_ISSUER is set, but SIDENOTE_OIDC_CLIENT_SECRET is not.')
  if (!read(environment, 'SIDENOTE_PUBLIC_URL')) {
    throw new ConfigError(
      'SIDENOTE_OIDC_ISSUER is set, but SIDENOTE_PUBLIC_URL, where people are sent back to, is not.',
    )
  }
  return { issuer: withoutTrailingSlashes(issuer), clientId, clientSecret, name }
}

type QuotaVariables = { readonly [Name in keyof Quotas]: readonly [variable: VariableName, unit: number] }

const quotaVariables = {
  syncs: ['SIDENOTE_SYNCS', 1],
  organizationSyncs: ['SIDENOTE_ORGANIZATION_SYNCS', 1],
  organizationJobs: ['SIDENOTE_ORGANIZATION_JOBS', 1],
  organizationSites: ['SIDENOTE_ORGANIZATION_SITES', 1],
  organizationBytes: ['SIDENOTE_ORGANIZATION_MEGABYTES', megabyte],
  sitePages: ['SIDENOTE_SITE_PAGES', 1],
  siteBytes: ['SIDENOTE_SITE_MEGABYTES', megabyte],
  repositoryFiles: ['SIDENOTE_REPOSITORY_FILES', 1],
  repositoryBytes: ['SIDENOTE_REPOSITORY_MEGABYTES', megabyte],
  gitBytes: ['SIDENOTE_GIT_MEGABYTES', megabyte],
  diskReserveBytes: ['SIDENOTE_DISK_RESERVE', megabyte],
} as const satisfies QuotaVariables

const readQuotas = (environment: Environment): Quotas => {
  const readQuota = (name: keyof Quotas): number => {
    const [variable, unit] = quotaVariables[name]
    const value = read(environment, variable)
    return value === undefined ? usualQuotas[name] : value * unit
  }
  return {
    syncs: readQuota('syncs'),
    organizationSyncs: readQuota('organizationSyncs'),
    organizationJobs: readQuota('organizationJobs'),
    organizationSites: readQuota('organizationSites'),
    organizationBytes: readQuota('organizationBytes'),
    sitePages: readQuota('sitePages'),
    siteBytes: readQuota('siteBytes'),
    repositoryFiles: readQuota('repositoryFiles'),
    repositoryBytes: readQuota('repositoryBytes'),
    gitBytes: readQuota('gitBytes'),
    diskReserveBytes: readQuota('diskReserveBytes'),
  }
}

const readMail = (environment: Environment): MailConfig | undefined => {
  const url = read(environment, 'SIDENOTE_SMTP_URL')
  const from = read(environment, 'SIDENOTE_MAIL_FROM')
  if (url && from) return { url, from }
  if (!url && !from) return undefined
  const [there, missing] = url ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
  throw new ConfigError(`SIDENOTE_${there} is set, but SIDENOTE_${missing} is not.`)
}

/** The configuration of a server. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string
  readonly adminKey: string | undefined
  /** Who is to be an owner, without a setup link; undefined when nobody is named. */
  readonly owner: OwnerConfig | undefined
  /** Where people sign in with one account for everything; undefined for passwords alone. */
  readonly oidc: OidcConfig | undefined
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly model: string | undefined
  readonly fallbackModel: string | undefined
  /** How long a model may take until its first token. */
  readonly firstTokenSeconds: number
  readonly embeddingModel: string | undefined
  readonly rerankingModel: string | undefined
  /** Looks again at what rules leave open in answers of `model`. */
  readonly checkingModel: string | undefined
  readonly trustedProxies: number
  /** Where browsers reach the server; undefined when that is where it listens. */
  readonly publicUrl: string | undefined
  /** How many agent jobs this process works on at a time. */
  readonly agentWorkers: number
  /** The key that seals secrets in the database; undefined when it is in the data folder. */
  readonly secretsKey: string | undefined
  readonly logLevel: string
  /** The mail server, and who sends; undefined when no mail is sent. */
  readonly mail: MailConfig | undefined
  /** What organizations may use. */
  readonly quotas: Quotas
  /** Another service that answers instead of this one. */
  readonly upstream: UpstreamConfig | undefined
  /** Where `/metrics` is served; undefined when it isn’t. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** For the keys of model providers. */
  readonly environment: Environment
}

/**
 * Reads the configuration from the environment.
 *
 * @throws ConfigError with a sentence that names the variable, its value and what it must be
 */
export const readConfig = (environment: Environment): Config => {
  refuseUnknown(environment)
  read(environment, 'SIDENOTE_URL')
  const publicUrl = read(environment, 'SIDENOTE_PUBLIC_URL')
  const metricsPort = read(environment, 'SIDENOTE_METRICS_PORT')
  const metricsHost = read(environment, 'SIDENOTE_METRICS_HOST') ?? '127.0.0.1'
  return {
    host: read(environment, 'SIDENOTE_HOST') ?? '127.0.0.1',
    port: read(environment, 'SIDENOTE_PORT') ?? 4000,
    dataFolder: readDataFolder(environment, read(environment, 'SIDENOTE_DATA')).folder,
    adminKey: read(environment, 'SIDENOTE_ADMIN_KEY'),
    owner: readOwner(environment),
    oidc: readOidc(environment),
    databaseUrl: read(environment, 'DATABASE_URL'),
    redisUrl: read(environment, 'REDIS_URL'),
    model: read(environment, 'SIDENOTE_MODEL'),
    fallbackModel: read(environment, 'SIDENOTE_FALLBACK_MODEL'),
    firstTokenSeconds: read(environment, 'SIDENOTE_FIRST_TOKEN_SECONDS') ?? 20,
    embeddingModel: read(environment, 'SIDENOTE_EMBEDDING_MODEL'),
    rerankingModel: read(environment, 'SIDENOTE_RERANKING_MODEL'),
    checkingModel: read(environment, 'SIDENOTE_CHECKING_MODEL'),
    trustedProxies: read(environment, 'SIDENOTE_TRUST_PROXY') ?? 0,
    publicUrl: publicUrl && withoutTrailingSlashes(publicUrl),
    agentWorkers: read(environment, 'SIDENOTE_AGENT_WORKERS') ?? 1,
    secretsKey: read(environment, 'SIDENOTE_SECRETS_KEY'),
    logLevel: read(environment, 'SIDENOTE_LOG_LEVEL') ?? 'info',
    mail: readMail(environment),
    quotas: readQuotas(environment),
    upstream: readUpstream(environment),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    environment,
  }
}

/** How the command line reaches a server. */
export interface ClientConfig {
  readonly url: string
  readonly adminKey: string | undefined
  readonly dataFolder: string
}

/** Reads how the command line reaches a server. @throws ConfigError as `readConfig` */
export const readClientConfig = (environment: Environment): ClientConfig => {
  refuseUnknown(environment)
  const localUrl = `http://127.0.0.1:${read(environment, 'SIDENOTE_PORT') || 4000}`
  return {
    url: withoutTrailingSlashes(read(environment, 'SIDENOTE_URL') ?? localUrl),
    adminKey: read(environment, 'SIDENOTE_ADMIN_KEY'),
    dataFolder: readDataFolder(environment, read(environment, 'SIDENOTE_DATA')).folder,
  }
}
