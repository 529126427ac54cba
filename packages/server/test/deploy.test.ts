import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { runCli } from './support/server-process.ts'

const root = resolve(import.meta.dirname, '../../..')
const chart = join(root, 'deploy/helm')

const has = (command: string, ...words: readonly string[]): boolean => spawnSync(command, words).status === 0
const hasHelm = has('helm', 'version')
const composes = [
  { command: 'docker', words: ['compose'] },
  { command: 'docker-compose', words: [] },
]
const compose = composes.find(({ command, words }) => has(command, ...words, 'version'))
if (!hasHelm) console.log('There is no Helm on this machine: the chart is not tested.')
if (!compose) console.log('There is no Docker Compose on this machine: the compose files are not tested.')

const call = (command: string, words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

const containerSchema = z.looseObject({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.unknown()).optional(),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
})
const deploymentSchema = z.looseObject({
  replicas: z.number(),
  strategy: z.looseObject({ type: z.string() }),
  template: z.object({
    spec: z.looseObject({ containers: z.tuple([containerSchema]), volumes: z.array(z.looseObject({})) }),
  }),
})
const objectSchema = z.looseObject({ kind: z.string(), spec: z.unknown() })

/** What the chart makes with these values, by kind. */
const render = (...values: string[]) => {
  const set = values.flatMap((value) => ['--set-json', value])
  const { code, stdout, stderr } = call('helm', ['template', 'demo', chart, ...set])
  if (code !== 0) throw new Error(stderr)
  const objects = parseAllDocuments(stdout).map((document) => objectSchema.parse(document.toJS()))
  return new Map(objects.map(({ kind, spec }) => [kind, spec]))
}
const deploymentOf = (objects: ReturnType<typeof render>) => deploymentSchema.parse(objects.get('Deployment'))

const image = 'image={"repository":"registry.example.com/sidenote"}'
const fleet = [image, 'replicas=2', 'secretName="sidenote"', 'data.accessModes=["ReadWriteMany"]']

describe.skipIf(!hasHelm)('the Helm chart', () => {
  test('has no fault that Helm finds', () => {
    const strict = ['lint', chart, '--strict', '--set-json', image]
    expect(call('helm', strict)).toMatchObject({ code: 0 })
  })

  test('makes one server that is replaced before the next one starts, and can write its data only', () => {
    const objects = render(image)
    expect([...objects.keys()].sort()).toEqual(['Deployment', 'PersistentVolumeClaim', 'Service'])
    const { replicas, strategy, template } = deploymentOf(objects)
    expect([replicas, strategy.type]).toEqual([1, 'Recreate'])
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    const [container] = template.spec.containers
    expect(container.image).toMatch(/^registry\.example\.com\/sidenote:\d+\.\d+\.\d+$/)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    for (const probe of ['startupProbe', 'livenessProbe']) {
      expect(container[probe]).toMatchObject({ httpGet: { path: '/healthz', port: 'http' } })
    }
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'http' } })
  })

  test('makes a fleet that keeps answering while it is replaced or moved', () => {
    const objects = render(...fleet)
    const { replicas, strategy, template } = deploymentOf(objects)
    expect([replicas, strategy]).toEqual([
      2,
      { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    ])
    expect(objects.get('PodDisruptionBudget')).toMatchObject({ maxUnavailable: 1 })
    expect(template.spec.containers[0].envFrom).toEqual([{ secretRef: { name: 'sidenote' } }])
  })

  test('passes settings on as they are, and mounts pages where it is told to', () => {
    const settings = 'settings={"SIDENOTE_TRUST_PROXY":1,"SIDENOTE_PUBLIC_URL":"https://sidenote.example.com"}'
    const { template } = deploymentOf(render(image, settings, 'docs={"configMap":{"name":"docs"}}'))
    const [container] = template.spec.containers
    expect(container.env).toEqual(
      expect.arrayContaining([
        { name: 'SIDENOTE_TRUST_PROXY', value: '1' },
        { name: 'SIDENOTE_PUBLIC_URL', value: 'https://sidenote.example.com' },
      ]),
    )
    expect(container.volumeMounts).toContainEqual({ name: 'docs', mountPath: '/docs', readOnly: true })
    expect(template.spec.volumes).toContainEqual({ name: 'docs', configMap: { name: 'docs' } })
  })

  test('uses a claim that is there, and an address that it is given', () => {
    const ingress = 'ingress={"enabled":true,"className":"nginx","host":"ask.acme.com","tlsSecretName":"tls"}'
    const objects = render(image, ingress, 'data.existingClaim="mine"')
    expect(objects.has('PersistentVolumeClaim')).toBe(false)
    expect(deploymentOf(objects).template.spec.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'mine' },
    })
    expect(objects.get('Ingress')).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'ask.acme.com' }],
      tls: [{ hosts: ['ask.acme.com'], secretName: 'tls' }],
    })
  })

  test.each([
    ['no image', [], 'image.repository is empty'],
    ['several servers without a database', [image, 'replicas=2'], 'secretName is empty'],
    ['several servers that cannot share their data', [...fleet.slice(0, 3)], 'data.accessModes has no ReadWriteMany'],
  ])('refuses %s with a sentence', (_name, values, sentence) => {
    expect(() => render(...values)).toThrow(sentence)
  })
})

describe.skipIf(!compose)('a compose file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-compose-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const readCompose = (folder: string) => {
    const { command = '', words = [] } = compose ?? {}
    const place = ['--project-directory', folder, '--file', join(folder, 'compose.yaml')]
    const { code, stdout, stderr } = call(command, [...words, ...place, 'config'])
    if (code !== 0) throw new Error(stderr)
    return parse(stdout)
  }
  const confined = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }

  test('of the repository is one that Compose takes', async () => {
    await cp(join(root, 'compose.yaml'), join(folder, 'compose.yaml'))
    const names = ['POSTGRES_PASSWORD', 'SIDENOTE_ADMIN_KEY', 'SIDENOTE_SECRETS_KEY']
    await writeFile(join(folder, '.env'), names.map((name) => `${name}=x\n`).join(''))
    const { services } = readCompose(folder)
    expect(Object.keys(services).sort()).toEqual(['postgres', 'proxy', 'redis', 'sidenote'])
    expect(services.sidenote).toMatchObject(confined)
    expect(services.proxy).toMatchObject(confined)
    // With a port of its own, there could only be one.
    expect(services.sidenote.ports).toBeUndefined()
  })

  // The first Compose doesn't know how to leave a missing folder alone.
  test.skipIf(compose?.command !== 'docker')('of "sidenote init" is one that Compose takes', async () => {
    const place = join(folder, 'made here')
    expect(await runCli(['init', place, '--compose', '--docs', folder])).toMatchObject({ code: 0 })
    expect(readCompose(place).services.sidenote).toMatchObject(confined)
  })
})
