import { z } from 'zod'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const wholeNumber = (name: string, most: number, least = 0) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most)),
  rule: `${name}: a whole number from ${least} to ${most}`,
})

const megabytes = (name: string, least = 1) => wholeNumber(`${name}, in MB`, 999_999_999, least)
/** Git itself needs as much to begin. */
const leastGitMegabytes = 200

/** The key of another service: anything that a header can hold. */
const upstreamKey = z.string().regex(/^[\x21-\x7e]{8,500}$/)

/** An address that paths are appended to. */
const baseUrl = z.url({ protocol: /^https?$/ }).regex(/^[^@?#]+$/)
const baseUrlEnd = ', without a user, a query or a fragment'

/** Every variable, with the rule that its error repeats. */
export const variables = {
  SIDENOTE_PORT: wholeNumber('a port', 65_535),
  SIDENOTE_HOST: { schema: z.string().regex(/^[\w.:-]+$/), rule: 'a host name or an address to listen on' },
  SIDENOTE_METRICS_PORT: wholeNumber('a port', 65_535),
  SIDENOTE_METRICS_HOST: { schema: z.string().regex(/^[\w.:-]+$/), rule: 'a host name or an address to listen on' },
  SIDENOTE_DATA: { schema: z.string(), rule: 'a folder' },
  SIDENOTE_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_FALLBACK_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_FIRST_TOKEN_SECONDS: wholeNumber('the seconds that a model has for its first token', 110, 1),
  SIDENOTE_EMBEDDING_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_RERANKING_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_CHECKING_MODEL: { schema: z.string(), rule: 'provider:model' },
  SIDENOTE_ADMIN_KEY: {
    schema: z.string().regex(/^svc_(?!dsc_)[\w-]{24,200}$/),
    rule: 'an administrator key: "svc_", not "svc_dsc_", and at least 24 random letters and digits',
  },
  SIDENOTE_ASSISTANT_KEY: {
    schema: z.string().regex(/^svc_dsc_[\w-]{24,200}$/),
    rule: 'an assistant key: "svc_dsc_", and at least 24 letters and digits',
  },
  SIDENOTE_OWNER_EMAIL: { schema: z.email().max(254).toLowerCase(), rule: 'the e-mail address of an owner' },
  SIDENOTE_OWNER_PASSWORD: { schema: z.string().min(10).max(128), rule: 'a password of 10 to 128 characters' },
  SIDENOTE_OIDC_ISSUER: { schema: baseUrl, rule: `the address of a provider of identities${baseUrlEnd}` },
  SIDENOTE_OIDC_CLIENT_ID: {
    schema: z.string().max(500),
    rule: 'the id that the provider of identities gave to Sidenote',
  },
  SIDENOTE_OIDC_CLIENT_SECRET: {
    schema: z.string().max(2_000),
    rule: 'the secret that belongs to SIDENOTE_OIDC_CLIENT_ID',
  },
  SIDENOTE_OIDC_NAME: {
    schema: z.string().max(50),
    rule: 'what people call the provider of identities, in at most 50 characters',
  },
  SIDENOTE_SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    rule: 'the address of a mail server, such as smtps://user:password@mail.example.com',
  },
  SIDENOTE_MAIL_FROM: { schema: z.email().max(254), rule: 'the e-mail address that mails come from' },
  SIDENOTE_URL: {
    schema: baseUrl,
    rule: `the address of a server, such as http://127.0.0.1:4000${baseUrlEnd}`,
  },
  SIDENOTE_PUBLIC_URL: {
    schema: baseUrl,
    rule: `the address where browsers reach this server, such as https://sidenote.example.com${baseUrlEnd}`,
  },
  SIDENOTE_AGENT_WORKERS: wholeNumber('the number of jobs that this process works on at a time', 16),
  SIDENOTE_SYNCS: wholeNumber('the number of syncs that this process runs at a time', 1_000, 1),
  SIDENOTE_ORGANIZATION_SYNCS: wholeNumber('the number of syncs of one organization among them', 1_000, 1),
  SIDENOTE_ORGANIZATION_JOBS: wholeNumber('the number of agent jobs of one organization at a time', 1_000, 1),
  SIDENOTE_ORGANIZATION_SITES: wholeNumber('the number of sites, and of projects, of one organization', 999_999_999, 1),
  SIDENOTE_ORGANIZATION_MEGABYTES: megabytes('what the repositories of one organization take on the disk'),
  SIDENOTE_SITE_PAGES: wholeNumber('the number of pages of one site', 999_999_999, 1),
  SIDENOTE_SITE_MEGABYTES: megabytes('what the pages of one site have together'),
  SIDENOTE_REPOSITORY_FILES: wholeNumber('the number of files of one repository', 999_999_999, 1),
  SIDENOTE_REPOSITORY_MEGABYTES: megabytes('what is fetched, or written to the disk, of one repository'),
  SIDENOTE_GIT_MEGABYTES: megabytes('the memory of one call of git', leastGitMegabytes),
  SIDENOTE_DISK_RESERVE: megabytes('what is kept free on the disk of the data folder', 0),
  SIDENOTE_SECRETS_KEY: { schema: z.string().regex(/^[0-9a-f]{64}$/i), rule: '64 hexadecimal digits' },
  SIDENOTE_TRUST_PROXY: wholeNumber('the number of proxies in front', 20),
  SIDENOTE_UPSTREAM: {
    schema: baseUrl,
    rule: `the address of another service with this interface, such as https://sidenote.example.com${baseUrlEnd}`,
  },
  SIDENOTE_UPSTREAM_KEY: { schema: upstreamKey, rule: 'an assistant key of the upstream' },
  SIDENOTE_UPSTREAM_ADMIN_KEY: { schema: upstreamKey, rule: 'an administrator key of the upstream' },
  SIDENOTE_UPSTREAM_DOMAIN: {
    schema: z.string().regex(/^[\w.-]{1,200}$/),
    rule: 'the domain of a site of the upstream',
  },
  SIDENOTE_LOG_LEVEL: { schema: z.enum(logLevels), rule: `one of ${logLevels.join(', ')}` },
  DATABASE_URL: {
    // An “@” behind the host is one of a password that isn't escaped, whose beginning would be taken for a host.
    schema: z.url({ protocol: /^postgres(?:ql)?$/ }).regex(/^[^/]*\/\/(?:[^@/?#]*@)?[^@]*$/),
    rule: 'an address such as postgres://user@host/name, with the signs of a password escaped (%40 for @, %2F for /, %23 for #, %3F for ?)',
  },
  REDIS_URL: { schema: z.url({ protocol: /^rediss?$/ }), rule: 'an address such as redis://host:6379' },
} as const satisfies Record<string, { schema: z.ZodType; rule: string }>

/** The name of a variable. */
export type VariableName = keyof typeof variables

/** Variables whose values must not appear in a terminal or a log. */
export const secretVariables: ReadonlySet<string> = new Set<VariableName>([
  'SIDENOTE_ADMIN_KEY',
  'SIDENOTE_SECRETS_KEY',
  'SIDENOTE_OWNER_PASSWORD',
  'SIDENOTE_OIDC_CLIENT_SECRET',
  'SIDENOTE_UPSTREAM_KEY',
  'SIDENOTE_UPSTREAM_ADMIN_KEY',
  'SIDENOTE_SMTP_URL',
  'DATABASE_URL',
  'REDIS_URL',
])

/** Whether a name is one of these variables. */
export const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name)
