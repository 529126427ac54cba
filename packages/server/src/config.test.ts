import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readClientConfig, readConfig } from './config.ts'
import { usualQuotas } from './quotas.ts'

test('an empty environment gives a server for this machine alone', () => {
  const environment = { PATH: '/bin', OPENAI_API_KEY: 'x' }
  expect(readConfig(environment)).toEqual({
    host: '127.0.0.1',
    port: 4000,
    // Tests run in the clone.
    dataFolder: resolve(import.meta.dirname, '../../../.sidenote'),
    adminKey: undefined,
    databaseUrl: undefined,
    redisUrl: undefined,
    model: undefined,
    fallbackModel: undefined,
    firstTokenSeconds: 20,
    trustedProxies: 0,
    publicUrl: undefined,
    agentWorkers: 1,
    secretsKey: undefined,
    logLevel: 'info',
    quotas: usualQuotas,
    environment,
  })
})

test('quotas are numbers of things, or of megabytes; those that are not set stay', () => {
  const environment = { SIDENOTE_SYNCS: '7', SIDENOTE_SITE_MEGABYTES: '3', SIDENOTE_DISK_RESERVE: '0' }
  const quotas = { ...usualQuotas, syncs: 7, siteBytes: 3_000_000, diskReserveBytes: 0 }
  expect(readConfig(environment)).toMatchObject({ quotas })
  expect(() => readConfig({ SIDENOTE_SYNCS: '0' })).toThrow(
    'SIDENOTE_SYNCS is "0", but must be the number of syncs that this process runs at a time: a whole number from 1 to 1000.',
  )
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ SIDENOTE_PORT: '', SIDENOTE_MODEL: ' ', DATABASE_URL: '' })).toMatchObject({ port: 4000 })
})

describe('a bad value is refused in a sentence', () => {
  test.each([
    [{ SIDENOTE_PORT: 'http' }, 'SIDENOTE_PORT is "http", but must be a port: a whole number from 0 to 65535.'],
    [{ SIDENOTE_PORT: '65536' }, 'SIDENOTE_PORT is "65536", but must be a port: a whole number from 0 to 65535.'],
    [{ SIDENOTE_PORT: '4e3' }, 'SIDENOTE_PORT is "4e3", but must be a port: a whole number from 0 to 65535.'],
    [
      { SIDENOTE_TRUST_PROXY: 'true' },
      'SIDENOTE_TRUST_PROXY is "true", but must be the number of proxies in front: a whole number from 0 to 20.',
    ],
    [
      { SIDENOTE_LOG_LEVEL: 'loud' },
      'SIDENOTE_LOG_LEVEL is "loud", but must be one of silent, error, warn, info, debug.',
    ],
    [
      { SIDENOTE_URL: 'localhost:4000' },
      'SIDENOTE_URL is "localhost:4000", but must be the address of a server, such as http://127.0.0.1:4000, without a user, a query or a fragment.',
    ],
  ])('%j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test.each(['SIDENOTE_URL', 'SIDENOTE_PUBLIC_URL', 'SIDENOTE_UPSTREAM'])(
    '%s with a user, a query or a fragment, and without repeating a password',
    (name) => {
      for (const end of ['u:hunter2@host', 'host/?x=1', 'host/#x']) {
        const refused = () => readConfig({ [name]: `https://${end}`, SIDENOTE_UPSTREAM_KEY: 'svc_dsc_x' })
        expect(refused).toThrow(/without a user, a query or a fragment/)
        expect(refused).not.toThrow(/hunter2/)
      }
    },
  )

  test.each([
    { SIDENOTE_ADMIN_KEY: 'hunter2' },
    { SIDENOTE_ADMIN_KEY: 'svc_dsc_hunter2' },
    { DATABASE_URL: 'hunter2' },
  ])('without repeating a secret: %j', (environment) => {
    expect(() => readConfig(environment)).toThrow(/has an invalid value: it must be/)
    expect(() => readConfig(environment)).not.toThrow(/hunter2/)
  })
})

test.each([
  ['SIDENOTE_PROT', 'SIDENOTE_PORT'],
  ['SIDENOTE_MODELL', 'SIDENOTE_MODEL'],
  ['SIDENOTE_ADMINKEY', 'SIDENOTE_ADMIN_KEY'],
  ['SIDENOTE_DATABASE', 'SIDENOTE_DATA'],
])('%s is not known: did you mean %s?', (name, nearest) => {
  const sentence = `${name} is not a variable of Sidenote. Did you mean ${nearest}?`
  expect(() => readConfig({ [name]: 'x' })).toThrow(sentence)
  expect(() => readClientConfig({ [name]: 'x' })).toThrow(sentence)
})

test.each(['SIDENOTE', 'SIDENOTE_METRICS', 'SIDENOTE_BLUE'])(
  'the variables that Kubernetes injects for a service are ignored: %s',
  (service) => {
    const injected = {
      [`${service}_SERVICE_HOST`]: '10.96.12.7',
      [`${service}_SERVICE_PORT`]: '4000',
      [`${service}_SERVICE_PORT_HTTP_API`]: '4000',
      [`${service}_PORT`]: 'tcp://10.96.12.7:4000',
      [`${service}_PORT_4000_TCP`]: 'tcp://10.96.12.7:4000',
      [`${service}_PORT_4000_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_4000_TCP_PORT`]: '4000',
      [`${service}_PORT_4000_TCP_ADDR`]: '10.96.12.7',
    }
    const config = readConfig(injected)
    expect(config.port).toBe(4000)
    expect(config.metrics).toBeUndefined()
    expect(readClientConfig(injected).url).toBe('http://127.0.0.1:4000')
  },
)

test('the command line finds its server: where it is said to be, else at the port that the server is given', () => {
  expect(readClientConfig({}).url).toBe('http://127.0.0.1:4000')
  expect(readClientConfig({ SIDENOTE_PORT: '4100' }).url).toBe('http://127.0.0.1:4100')
  expect(readClientConfig({ SIDENOTE_PORT: '4100', SIDENOTE_URL: 'https://other.example' }).url).toBe(
    'https://other.example',
  )
})

test('the command line finds its server without a slash too many', () => {
  expect(readClientConfig({ SIDENOTE_URL: 'https://sidenote.example/base/' }).url).toBe('https://sidenote.example/base')
})
