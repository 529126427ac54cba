import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reading } from '../../test/support/reading.ts'
import { openApiSource } from './openapi-source.ts'
import type { SourceItem } from './source.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-openapi-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function readItems(document: string): Promise<SourceItem[]> {
  const file = join(folder, 'api.yaml')
  await writeFile(file, document)
  const items: SourceItem[] = []
  for await (const item of openApiSource(reading, { file }).read(new AbortController().signal)) items.push(item)
  return items
}

/** The pages by their paths below the pages of the document. */
async function readPages(document: string): Promise<Record<string, string>> {
  const items = await readItems(document)
  return Object.fromEntries(
    items.flatMap((item) =>
      item.kind === 'document' ? [[item.document.path.replace('api-reference/', ''), item.document.text]] : [],
    ),
  )
}

const galaxy = `openapi: 3.1.1
info:
  title: Galaxy
  version: 2.1.0
  description: |
    All planets.

    ## Rate limits

    Ten requests a second.
servers:
  - { url: 'https://{region}.galaxy.com/', description: Production, variables: { region: { default: eu, enum: [eu, us] } } }
  - url: https://sandbox.galaxy.com
security:
  - bearer: []
  - login: ['planets:read']
    apiKey: []
tags:
  - { name: Planets, description: Everything about planets., x-displayName: Our planets }
  - { name: Secret, x-internal: true }
paths:
  /planets/{id}:
    parameters:
      - { name: id, in: path, required: true, description: Of the planet., schema: { type: integer, minimum: 1 } }
      - { name: page, in: query, schema: { type: integer } }
    get:
      operationId: getPlanet
      tags: [Planets]
      summary: Find a planet
      security: [{}]
      externalDocs: { url: https://galaxy.com/planets, description: About planets }
      x-codeSamples: [{ lang: Shell, label: curl, source: curl https://eu.galaxy.com/planets/1 }]
      parameters:
        - { name: page, in: query, deprecated: true, description: Of the moons., schema: { type: integer, minimum: 1, maximum: 9, default: 1 }, example: 2 }
        - { name: X-Trace, in: header, content: { text/plain: { schema: { type: string, maxLength: 32 } } } }
      responses:
        '200':
          description: The planet.
          headers: { X-Left: { description: Requests that are left., schema: { type: integer } } }
          content:
            application/xml: { schema: { type: string } }
            application/json:
              schema: { $ref: '#/components/schemas/Planet' }
              examples: { mars: { value: { id: 4, name: Mars } } }
    put:
      tags: [Planets]
      deprecated: true
      requestBody:
        required: true
        content:
          application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/Star' }, { $ref: '#/components/schemas/Planet' }], discriminator: { propertyName: kind } } }
          multipart/form-data: { schema: { type: object } }
      callbacks:
        renamed: { '{$request.body#/url}': { post: { description: When it has a name., requestBody: { content: { application/json: { schema: { properties: { named: { type: string } } } } } } } } }
      responses: { default: { description: Done. } }
  /hidden: { get: { x-internal: true, responses: {} } }
  /loose: { get: { responses: {} } }
webhooks:
  born: { post: { summary: A planet is born, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Planet' } } } } } }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer, bearerFormat: JWT }
    apiKey: { type: apiKey, in: header, name: X-API-Key, description: Ask us for one. }
    login:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: https://galaxy.com/token, scopes: { 'planets:read': See planets } } }
  schemas:
    Star: { description: It shines., properties: { heat: { type: number } } }
    Planet:
      required: [name]
      allOf: [{ properties: { id: { type: integer, format: int64, readOnly: true } } }]
      properties:
        name: { type: string, description: "As people say it.\\n\\nIn one word." }
        size: { enum: [small, large], type: [string, 'null'] }
        moons: { type: array, maxItems: 80, items: { type: string } }
        owner: { anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }
        notes: { type: object, additionalProperties: { type: string } }
        sun: { $ref: '#/components/schemas/Star', description: Around which it turns. }
`

describe('the pages of an OpenAPI document', () => {
  test('there is one for each operation and webhook, each tag, and the whole; none for what is internal', async () => {
    const items = await readItems(galaxy)
    const documents = items.flatMap((item) => (item.kind === 'document' ? [item.document] : []))
    expect(items[0]).toEqual({ kind: 'total', pages: documents.length })
    expect(documents.map(({ path, place }) => [path, place?.trail])).toEqual([
      ['api-reference/README.md', []],
      ['api-reference/planets/getplanet.md', ['Galaxy', 'Our planets']],
      ['api-reference/planets/put-planets-id.md', ['Galaxy', 'Our planets']],
      ['api-reference/get-loose.md', ['Galaxy']],
      ['api-reference/webhooks/born.md', ['Galaxy', 'Webhooks']],
      ['api-reference/planets/README.md', ['Galaxy']],
      ['api-reference/webhooks/README.md', ['Galaxy']],
    ])
  })

  test('the whole says what the API is for, where it is and how readers authenticate', async () => {
    const page = (await readPages(galaxy))['README.md']
    expect(page).toContain('# Galaxy\n\nVersion `2.1.0`\n\nAll planets.\n\n## Rate limits\n\nTen requests a second.')
    expect(page).toContain(
      '## Base URL\n\nThe API is at:\n\n- `https://{region}.galaxy.com/`: Production\n  - `region` (default `eu`, one of `eu`, `us`)\n- `https://sandbox.galaxy.com`',
    )
    expect(page).toContain(
      '## Authentication\n\nUnless an operation says otherwise, it needs `bearer` or `login` (`planets:read`) with `apiKey`.',
    )
    expect(page).toContain('### bearer\n\nBearer token (JWT), sent in the header `Authorization: Bearer <token>`.')
    expect(page).toContain('### apiKey\n\nAPI key, sent in the header `X-API-Key`.\n\nAsk us for one.')
    expect(page).toContain(
      '**Client credentials flow**: token URL `https://galaxy.com/token`\n\nScopes:\n\n- `planets:read`: See planets',
    )
    expect(page).toContain('- [Our planets](</api-reference/planets>)')
    expect(page).toContain('## Operations\n\n- [GET /loose](</api-reference/get-loose>): `GET /loose`')
  })

  test('a tag lists its operations below its description', async () => {
    const pages = await readPages(galaxy)
    expect(pages['planets/README.md']).toContain(`# Our planets

Everything about planets.

## Operations

- [Find a planet](</api-reference/planets/getplanet>): \`GET /planets/{id}\`
- [PUT /planets/{id}](</api-reference/planets/put-planets-id>): \`PUT /planets/{id}\`, deprecated
`)
    expect(pages['webhooks/README.md']).toContain('- [A planet is born](</api-reference/webhooks/born>)\n')
  })

  test('an operation says where it is sent, who may send it, what it takes and what it answers', async () => {
    expect((await readPages(galaxy))['planets/getplanet.md']).toBe(`---
{"title":"Find a planet","description":"GET /planets/{id}","tags":["Planets"]}
---

# Find a planet

\`\`\`http
GET https://eu.galaxy.com/planets/{id}
\`\`\`

[About planets](<https://galaxy.com/planets>)

**Credentials:** none.

## Path parameters

- \`id\` (integer, required, at least 1): Of the planet.

## Query parameters

- \`page\` (integer, deprecated, default \`1\`, 1 to 9, example \`2\`): Of the moons.

## Header parameters

- \`X-Trace\` (string, at most 32 characters)

## Examples

curl

\`\`\`shell
curl https://eu.galaxy.com/planets/1
\`\`\`

## Responses

### 200

The planet.

- \`id\` (integer int64, read-only)
- \`name\` (string, required): As people say it.

  In one word.
- \`size\` (string or null, one of \`small\`, \`large\`)
- \`moons\` (array of string, at most 80 items)
- \`owner\` (string or integer or null)
- \`notes\` (map of string)
- \`sun\`: Around which it turns.
  - \`heat\` (number)

\`\`\`json
{
  "id": 4,
  "name": "Mars"
}
\`\`\`

Headers:

- \`X-Left\` (integer): Requests that are left.
`)
  })

  test('of several schemas each has its fields below its name; callbacks and webhooks are told apart from answers', async () => {
    const pages = await readPages(galaxy)
    const page = pages['planets/put-planets-id.md']
    expect(page).toContain('**Deprecated.**')
    expect(page).toContain('**Credentials:** `bearer` or `login` (`planets:read`) with `apiKey`.')
    expect(page).toContain(`## Request body

Required. Sent as \`application/json\` or \`multipart/form-data\`.

- One of \`Star\`, \`Planet\`, told by \`kind\`
  - \`Star\`: It shines.
    - \`heat\` (number)
  - \`Planet\`
    - \`id\``)
    expect(page).toContain(
      '## Callbacks\n\n### renamed\n\nThe API sends `POST {$request.body#/url}`.\n\nWhen it has a name.\n\n- `named` (string)',
    )
    expect(pages['webhooks/born.md']).toContain('# A planet is born\n\nA webhook: the API sends this request to you.\n')
  })

  test('a document of version 2 says the same in its own words', async () => {
    const pages = await readPages(`swagger: '2.0'
info: { title: Pets }
host: pets.com
basePath: /v2
schemes: [http, https]
consumes: [application/json]
security: [{ basic: [] }]
securityDefinitions:
  basic: { type: basic }
  login: { type: oauth2, flow: accessCode, authorizationUrl: https://pets.com/auth, tokenUrl: https://pets.com/token, scopes: { read: See pets } }
paths:
  /pets:
    post:
      summary: Add a pet
      parameters:
        - { name: pet, in: body, description: The pet., schema: { required: [name], properties: { name: { type: string } } } }
        - { name: photo, in: formData, type: file }
        - { name: kinds, in: query, type: array, items: { type: string, enum: [cat, dog] } }
      responses: { 200: { description: Added., schema: { properties: { id: { type: integer } } }, examples: { application/json: { id: 1 } } } }
`)
    expect(pages['README.md']).toContain('- `https://pets.com/v2`\n- `http://pets.com/v2`')
    expect(pages['README.md']).toContain('**Authorization code flow**: authorization URL `https://pets.com/auth`')
    const page = pages['post-pets.md']
    expect(page).toContain('POST https://pets.com/v2/pets')
    expect(page).toContain('## Form parameters\n\n- `photo` (file)')
    expect(page).toContain('- `kinds` (array of string, one of `cat`, `dog`)')
    expect(page).toContain('## Request body\n\nThe pet.\n\nSent as `application/json`.\n\n- `name` (string, required)')
    expect(page).toContain('Added.\n\n- `id` (integer)\n\n```json\n{\n  "id": 1\n}\n```')
  })

  test('a summary that is a paragraph is no title', async () => {
    const long = 'This event occurs when something happens. '.repeat(5).trim()
    const pages = await readPages(`openapi: 3.0.0
paths: { /a: { get: { operationId: readA, summary: ${long}, responses: {} } } }
`)
    expect(pages['reada.md']).toContain(
      `# Read A\n\n\`\`\`http\nGET /a\n\`\`\`\n\n**Operation:** \`readA\`.\n\n${long}\n`,
    )
  })

  test('files beside the document are not read, and named', async () => {
    const paths = '/a: { $ref: paths/a.yaml }, /b: { get: { responses: { 200: { $ref: "answers.yaml#/Ok" } } } }'
    const items = await readItems(`openapi: 3.0.0\npaths: { ${paths} }\n`)
    expect(items.find(({ kind }) => kind === 'note')).toMatchObject({
      failure: { reason: expect.stringMatching(/not read: .*paths\/a\.yaml.*“redocly bundle”\.$/) },
    })
    await expect(readItems('openapi: 3.0.0\npaths: { /a: { $ref: paths/a.yaml } }\n')).rejects.toThrow(
      /it has no operations\. Other files that it refers to are not read: paths\/a\.yaml\./,
    )
  })

  test('schemas that hold each other over and over end', async () => {
    const schemas = Array.from({ length: 40 }, (_, at) => {
      const next = `{ $ref: '#/components/schemas/S${at + 1}' }`
      return `S${at}: { allOf: [${next}, ${next}], oneOf: [], properties: { f${at}: ${next} } }`
    })
    const body = '{ content: { application/json: { schema: { $ref: "#/components/schemas/S0" } } } }'
    const pages = await readPages(`openapi: 3.0.0
paths: { /a: { post: { requestBody: ${body} } } }
components: { schemas: { ${schemas.join(', ')} } }
`)
    expect(pages['post-a.md']).toContain('## Request body')
  })
})

test('an operation without a summary is called by its id in words, and says that, too', async () => {
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'Cluster' } },
    paths: { '/pods': { get: { operationId: 'listCoreV1NamespacedPod', responses: {} } } },
    webhooks: { 'key-deleted': { post: { operationId: 'deploy-key/deleted', responses: {} } } },
  }
  const pages = await readPages(JSON.stringify(document))
  expect(Object.keys(pages)).toContain('webhooks/deploy-key-deleted.md')
  expect(pages['listcorev1namespacedpod.md']).toContain('# List core V1 namespaced pod\n')
  expect(pages['listcorev1namespacedpod.md']).toContain('**Operation:** `listCoreV1NamespacedPod`.')
  expect(pages['webhooks/deploy-key-deleted.md']).toContain('# Deploy key deleted\n')
})

test('fields that several responses have are written once', async () => {
  const error = {
    description: 'Wrong.',
    content: { 'application/json': { schema: { properties: { message: { type: 'string' } } } } },
  }
  const empty = { description: 'Nothing.' }
  const responses = { 204: empty, 400: error, 401: { ...error, description: 'No key.' } }
  const pages = await readPages(JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } }))
  expect(pages['get-a.md']).toContain(
    '### 400\n\nWrong.\n\n- `message` (string)\n\n### 401\n\nNo key.\n\nThe same fields as 400.\n',
  )
})

test('aliases of YAML stand for what they name, as long as that is not too much', async () => {
  const start =
    'openapi: 3.1.0\npaths: {/boil: {get: {summary: Boil, tags: &tags [Kettle]}, put: {summary: Fill, tags: *tags}}}\n'
  expect(Object.keys(await readPages(start))).toContain('kettle/put-boil.md')
  const bomb = [...'abcdefgh'].map(
    (name, at, names) => `${name}: &${name} [${`${at === 0 ? 1 : `*${names[at - 1]}`}, `.repeat(10)}]\n`,
  )
  await expect(readPages(start + bomb.join(''))).rejects.toThrow('Its aliases stand for more than 200,000 values.')
  await expect(readPages(`${start}x: &a [*a]`)).rejects.toThrow('The alias “*a” stands in what it stands for.')
})

test('a document that takes too much memory is not read, and says so', async () => {
  await expect(readPages(`x: [${'a,'.repeat(500_000)}]`)).rejects.toThrow(
    'It has more than 1,000,000 values and signs.',
  )
  await expect(readPages(`{"x": [${'1,'.repeat(2_000_000)}1]}`)).rejects.toThrow(
    'It has more than 2,000,000 values and keys.',
  )
  await expect(readPages(`{"x": ${'['.repeat(1_000)}${']'.repeat(1_000)}}`)).rejects.toThrow(
    'nested more than 500 deep',
  )
})

test('many tags, and many kinds of parameters, are grouped in one pass', async () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `tag${at}`)
  const parameters = names.map((name) => ({ name, in: name }))
  const operation = { summary: 'Boil', tags: names, parameters }
  const pages = await readPages(JSON.stringify({ openapi: '3.1.0', paths: { '/boil': { get: operation } } }))
  expect(Object.keys(pages)).toHaveLength(10_002)
  expect(pages['tag0/get-boil.md']).toContain('## Tag9999 parameters')
})
