import { resolve } from 'node:path'
import { z } from 'zod'
import { editDistance } from './search/words/edit-distance.ts'

/** Something that the operator has to put right: a sentence for the terminal, without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The variables of a process, or of somebody who calls like one. */
export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const wholeNumber = (what: string, most: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().max(most)),
  rule: `${what}: a whole number from 0 to ${most}`,
})

/** Of another service, so of any form that a header can hold. */
const upstreamKey = z.string().regex(/^[\x21-\x7e]{8,500}$/)

/** Paths are added to it. */
const baseUrl = z.url({ protocol: /^https?$/ }).regex(/^[^@?#]+$/)
const baseUrlEnd = ', without a user, a query or a fragment'

/** Each variable with what it must be, in the words of the refusal. */
const variables = {
  SIDENOTE_PORT: wholeNumber('a port', 65_535),
  SIDENOTE_HOST: { schema: z.string().regex(/^[\w.:-]+$/), rule: 'a host name or an address to listen on' },
  SIDENOTE_METRICS_PORT: wholeNumber('a port', 65_535),
  SIDENOTE_METRICS_HOST: { schema: z.string().regex(/^[\w.:-]+$/), rule: 'a host name or an address to listen on' },
  SIDENOTE_DATA: { schema: z.string(), rule: 'a folder' },
  SIDENOTE_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_FALLBACK_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_EMBEDDING_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_RERANKING_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_ADMIN_KEY: {
    schema: z.string().regex(/^svc_(?!dsc_)[\w-]{24,200}$/),
    rule: 'an administrator key: "svc_", not "svc_dsc_", and at least 24 random letters and digits',
  },
  SIDENOTE_URL: {
    schema: baseUrl,
    rule: `the address of a server, such as http://127.0.0.1:4000${baseUrlEnd}`,
  },
  SIDENOTE_PUBLIC_URL: {
    schema: baseUrl,
    rule: `the address that browsers reach this server at, such as https://sidenote.example.com${baseUrlEnd}`,
  },
  SIDENOTE_AGENT_WORKERS: wholeNumber('the number of jobs that this process works on at a time', 16),
  SIDENOTE_SECRETS_KEY: { schema: z.string().regex(/^[0-9a-f]{64}$/i), rule: '64 hexadecimal digits' },
  SIDENOTE_TRUST_PROXY: wholeNumber('the number of proxies in front', 20),
  SIDENOTE_UPSTREAM: {
    schema: baseUrl,
    rule: `the address of another service of this interface, such as https://sidenote.example.com${baseUrlEnd}`,
  },
  SIDENOTE_UPSTREAM_KEY: { schema: upstreamKey, rule: 'an assistant key of the upstream' },
  SIDENOTE_UPSTREAM_ADMIN_KEY: { schema: upstreamKey, rule: 'an administrator key of the upstream' },
  SIDENOTE_UPSTREAM_DOMAIN: {
    schema: z.string().regex(/^[\w.-]{1,200}$/),
    rule: 'the domain of a site of the upstream',
  },
  SIDENOTE_LOG_LEVEL: { schema: z.enum(logLevels), rule: `one of ${logLevels.join(', ')}` },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(?:ql)?$/ }),
    rule: 'an address such as postgres://user@host/name',
  },
  REDIS_URL: { schema: z.url({ protocol: /^rediss?$/ }), rule: 'an address such as redis://host:6379' },
} as const satisfies Record<string, { schema: z.ZodType; rule: string }>

type VariableName = keyof typeof variables

/** Values that must not be repeated in a terminal or a log. */
const secrets: ReadonlySet<string> = new Set<VariableName>([
  'SIDENOTE_ADMIN_KEY',
  'SIDENOTE_SECRETS_KEY',
  'SIDENOTE_UPSTREAM_KEY',
  'SIDENOTE_UPSTREAM_ADMIN_KEY',
  'DATABASE_URL',
  'REDIS_URL',
])

const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name)

/** Kubernetes tells each container of each service: of one called sidenote in variables that look like ours. */
const isOfKubernetes = (name: string, value = ''): boolean =>
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name) ||
  (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))

const refuseUnknown = (environment: Environment): void => {
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('SIDENOTE_') || isVariable(name) || isOfKubernetes(name, value)) continue
    const known = Object.keys(variables).filter((variable) => variable.startsWith('SIDENOTE_'))
    const distance = (variable: string) => editDistance(variable, name, Number.POSITIVE_INFINITY)
    const nearest = known.sort((one, other) => distance(one) - distance(other))[0]
    throw new ConfigError(`${name} is not a variable of Sidenote. Did you mean ${nearest}?`)
  }
}

/** An empty value counts as unset, as Compose files and shells write it. */
const read = <Name extends VariableName>(
  environment: Environment,
  name: Name,
): z.output<(typeof variables)[Name]['schema']> | undefined => {
  const value = environment[name]?.trim()
  if (!value || isOfKubernetes(name, value)) return undefined
  const { schema, rule } = variables[name]
  const result = schema.safeParse(value)
  // The schema of this name has read it.
  if (result.success) return result.data as z.output<(typeof variables)[Name]['schema']>
  const isSecret = secrets.has(name) || /:\/\/[^/]*@/.test(value)
  const shown = isSecret ? 'has a value that cannot be used: it' : `is "${value}", but`
  throw new ConfigError(`${name} ${shown} must be ${rule}.`)
}

/** Where requests are forwarded to, and with what. */
export interface UpstreamConfig {
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string
  readonly adminKey: string | undefined
  /** The site’s domain there; the same as here when left out. */
  readonly domain: string | undefined
}

const readUpstream = (environment: Environment): UpstreamConfig | undefined => {
  const url = read(environment, 'SIDENOTE_UPSTREAM')?.replace(/\/+$/, '')
  const key = read(environment, 'SIDENOTE_UPSTREAM_KEY')
  const adminKey = read(environment, 'SIDENOTE_UPSTREAM_ADMIN_KEY')
  const domain = read(environment, 'SIDENOTE_UPSTREAM_DOMAIN')
  if (!url) {
    if (!key && !adminKey && !domain) return undefined
    throw new ConfigError('A variable that begins with SIDENOTE_UPSTREAM_ is set, but SIDENOTE_UPSTREAM is not.')
  }
  if (!key) throw new ConfigError('SIDENOTE_UPSTREAM is set, but SIDENOTE_UPSTREAM_KEY, its assistant key, is not.')
  return { url, key, adminKey, domain }
}

/** What the server is started with. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string
  readonly adminKey: string | undefined
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly model: string | undefined
  readonly fallbackModel: string | undefined
  readonly embeddingModel: string | undefined
  readonly rerankingModel: string | undefined
  readonly trustedProxies: number
  /** Address that browsers reach the server at; where it listens when left out. */
  readonly publicUrl: string | undefined
  /** How many agent jobs this process works on at a time. */
  readonly agentWorkers: number
  /** What secrets in the database are sealed with; a file in the data folder when left out. */
  readonly secretsKey: string | undefined
  readonly logLevel: string
  /** Another service that answers in place of this one. */
  readonly upstream: UpstreamConfig | undefined
  /** Where `/metrics` is served; nowhere when left out. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** For the key variables of the model providers. */
  readonly environment: Environment
}

/**
 * Reads the environment, once.
 *
 * @throws ConfigError a sentence that names the variable, its value and what it must be.
 */
export const readConfig = (environment: Environment): Config => {
  refuseUnknown(environment)
  read(environment, 'SIDENOTE_URL')
  const metricsPort = read(environment, 'SIDENOTE_METRICS_PORT')
  const metricsHost = read(environment, 'SIDENOTE_METRICS_HOST') ?? '127.0.0.1'
  return {
    host: read(environment, 'SIDENOTE_HOST') ?? '127.0.0.1',
    port: read(environment, 'SIDENOTE_PORT') ?? 4000,
    dataFolder: resolve(read(environment, 'SIDENOTE_DATA') ?? '.sidenote'),
    adminKey: read(environment, 'SIDENOTE_ADMIN_KEY'),
    databaseUrl: read(environment, 'DATABASE_URL'),
    redisUrl: read(environment, 'REDIS_URL'),
    model: read(environment, 'SIDENOTE_MODEL'),
    fallbackModel: read(environment, 'SIDENOTE_FALLBACK_MODEL'),
    embeddingModel: read(environment, 'SIDENOTE_EMBEDDING_MODEL'),
    rerankingModel: read(environment, 'SIDENOTE_RERANKING_MODEL'),
    trustedProxies: read(environment, 'SIDENOTE_TRUST_PROXY') ?? 0,
    publicUrl: read(environment, 'SIDENOTE_PUBLIC_URL')?.replace(/(?<!\/)\/+$/, ''),
    agentWorkers: read(environment, 'SIDENOTE_AGENT_WORKERS') ?? 1,
    secretsKey: read(environment, 'SIDENOTE_SECRETS_KEY'),
    logLevel: read(environment, 'SIDENOTE_LOG_LEVEL') ?? 'info',
    upstream: readUpstream(environment),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    environment,
  }
}

/** What the command line needs to reach a server. */
export interface ClientConfig {
  readonly url: string
  readonly adminKey: string | undefined
  readonly dataFolder: string
}

/** @throws ConfigError as `readConfig` */
export const readClientConfig = (environment: Environment): ClientConfig => {
  refuseUnknown(environment)
  const ownUrl = `http://127.0.0.1:${read(environment, 'SIDENOTE_PORT') || 4000}`
  return {
    url: (read(environment, 'SIDENOTE_URL') ?? ownUrl).replace(/(?<!\/)\/+$/, ''),
    adminKey: read(environment, 'SIDENOTE_ADMIN_KEY'),
    dataFolder: resolve(read(environment, 'SIDENOTE_DATA') ?? '.sidenote'),
  }
}
