import { type Choice, choicesSchema, sourceMetadataSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Models, openModels } from '../src/assistant/models/models.ts'
import { type AssistantServer, ask, question, type Reply, startAssistant } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'

const boiler = (version: string, valve: string) =>
  `---\nversion: "${version}"\n---\n\n# Boiler\n\n## Replace the valve\n\nTo replace the valve of the boiler, turn the ${valve} screw.\n\n## Clean the sieve\n\nTo clean the sieve, rinse it under water.\n`

const versioned = {
  'index.md': '# Boilers\n\nThis is about boilers.\n',
  'v1/boiler.md': boiler('1', 'brass'),
  'v2/boiler.md': boiler('2', 'steel'),
  'v10/boiler.md': boiler('10', 'plastic'),
}

const products = {
  'index.md': '# Acme\n\nAcme has a server and a telephone app.\n',
  'server.md':
    '# Acme server\n\nThe server stores your notes.\n\n## Authentication\n\nGive every caller a token from the console. Requests without it get status 401.\n',
  'app.md':
    '# Acme app\n\nThe app shows your notes.\n\n## Authentication\n\nHold your finger to the sensor until the lock turns green, or type the six digits.\n',
  'backup.md': '# Backups\n\nBackups are made at night.\n',
}

const languages = {
  'en/kettle.md': '---\nlanguage: en\n---\n\n# E_DRY\n\nE_DRY: the tank is empty. Fill it.\n',
  'de/kettle.md': '---\nlanguage: de\n---\n\n# E_DRY\n\nE_DRY: der Tank ist leer. Fülle ihn.\n',
}

/** As documentation begins: a few pages, whose title says what their sections are about. */
const small = {
  'index.md': '# Brewly\n\nBrewly tells your team when there is fresh coffee.\n',
  'install.md':
    '# Installation\n\n## Requirements\n\nNode.js 20 or newer, and a machine with a USB port.\n\n## With npm\n\n```sh\nnpm install -g brewly\n```\n\n## Upgrading\n\nRun `npm update -g brewly`. Settings are kept.\n',
  'notify.md': '# Notifications\n\nE-mail works with `smtp.host`. Each message names the pot.\n',
}

let model: ModelServer
let scripted: Models
let quote: Models
let server: AssistantServer

beforeAll(async () => {
  model = await startModelServer()
  quote = await openModels({ environment: {} })
  scripted = await openModels({
    model: 'openai-compatible:test',
    environment: { OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
  server = await startAssistant({ pages, models: quote })
  await server.addSite('versioned', versioned)
  await server.addSite('products', products)
  await server.addSite('languages', languages)
  await server.addSite('brewly', small)
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const choicesOf = ({ chunks }: Reply): Choice[] => {
  const parts = chunks.filter((chunk) => chunk.type === 'data-choices')
  return parts.flatMap((part) => ('data' in part ? choicesSchema.parse(part.data) : []))
}
const labelsOf = (reply: Reply) => choicesOf(reply).map(({ label }) => label)
const lastTurn = () =>
  server.database.selectFrom('turns').select(['status', 'answer']).orderBy('started_at', 'desc').executeTakeFirst()
const valve = 'How do I replace the valve of the boiler?'

describe('without a model, a question that several versions answer differently', () => {
  test('is asked back in one sentence, with the versions to choose from, the newest first', async () => {
    server.use(quote)
    const reply = await ask(server, question(valve), 'versioned')
    expect(reply.text).toBe('The answer depends on the version. Which one do you use?')
    expect(choicesOf(reply)).toEqual([
      { label: 'v10', question: `${valve} (v10)`, filter: { version: '10' } },
      { label: 'v2', question: `${valve} (v2)`, filter: { version: '2' } },
      { label: 'v1', question: `${valve} (v1)`, filter: { version: '1' } },
    ])
    expect(reply.chunks.some(({ type }) => type === 'data-suggestions')).toBe(false)
    const finish = reply.chunks.at(-1)
    if (finish?.type !== 'finish') throw new Error('no finish')
    expect(finish.messageMetadata).toEqual({ threadId: expect.any(String), model: 'quote' })
    expect(await lastTurn()).toEqual({ status: 'clarifying', answer: reply.text })
  })

  test('is answered when it is asked again with the choice', async () => {
    const first = await ask(server, question(valve), 'versioned')
    const threadId = first.headers.get('x-thread-id')
    expect(choicesOf(first)).toHaveLength(3)
    for (const choice of choicesOf(first)) {
      const { question: text, filter } = choice
      const reply = await ask(server, question(text, { filter, threadId }), 'versioned')
      expect(choicesOf(reply)).toEqual([])
      expect(reply.text).toContain({ v1: 'brass', v2: 'steel', v10: 'plastic' }[choice.label])
      expect(reply.chunks.at(-1)).toMatchObject({ messageMetadata: { answered: true } })
    }
  })

  test.each([
    ['the filter', valve, { filter: { version: '1' } }, 'brass'],
    ['the page that the reader is on', valve, { currentPath: '/v2/boiler' }, 'steel'],
    ['the question', 'How do I replace the valve of the boiler in version 10?', {}, 'plastic'],
    ['the question, in short', `${valve} (v2)`, {}, 'steel'],
  ])('is answered when %s says which', async (_what, text, more, expected) => {
    const reply = await ask(server, question(text, more), 'versioned')
    expect(choicesOf(reply)).toEqual([])
    expect(reply.text).toContain(expected)
  })

  test('is answered when an earlier question says which', async () => {
    const messages = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Is there a manual of version 2?' }] },
      { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] },
      { id: '3', role: 'user', parts: [{ type: 'text', text: valve }] },
    ]
    const reply = await ask(server, { fp: 'anonymous', messages }, 'versioned')
    expect(choicesOf(reply)).toEqual([])
    expect(reply.text).toContain('steel')
  })

  test('is answered when all versions say the same', async () => {
    const reply = await ask(server, question('How do I clean the sieve?'), 'versioned')
    expect(choicesOf(reply)).toEqual([])
    expect(reply.text).toContain('rinse it under water')
  })
})

describe('without a model, documentation of a few pages', () => {
  test('says how its product is installed, whether it is named or not, and nothing twice', async () => {
    for (const asked of ['How do I install Brewly?', 'How do I install it?', 'How do I get started with Brewly?']) {
      const reply = await ask(server, question(asked), 'brewly')
      expect(reply.text).toContain('```sh\nnpm install -g brewly')
      const sources = reply.chunks.filter(({ type }) => type === 'source-url')
      const titles = sources.map((source) => ('title' in source ? source.title : ''))
      expect(titles).not.toEqual([])
      expect(new Set(titles).size).toBe(titles.length)
    }
  })

  test('is understood however e-mail is written', async () => {
    for (const written of ['e-mail', 'email', 'emails'])
      expect((await ask(server, question(`set up ${written}`), 'brewly')).text).toContain('smtp.host')
  })
})

test('languages are offered by the names that they have for themselves', async () => {
  const reply = await ask(server, question('E_DRY'), 'languages')
  expect(labelsOf(reply).sort()).toEqual(['Deutsch', 'English'])
})

test.each([
  ['the page that the reader is on', 'E_DRY', { currentPath: '/de/kettle' }, 'leer'],
  ['the page that the reader is on', 'E_DRY', { currentPath: '/en/kettle' }, 'empty'],
  ['the question', 'Was ist E_DRY?', { currentPath: '/en/kettle' }, 'leer'],
  ['the question', 'What is E_DRY?', { currentPath: '/de/kettle' }, 'empty'],
])('the answer is in the language of %s: “%s”', async (_what, text, more, expected) => {
  const reply = await ask(server, question(text, more), 'languages')
  expect(choicesOf(reply)).toEqual([])
  expect(reply.text).toContain(expected)
  expect(reply.text).not.toContain({ leer: 'empty', empty: 'leer' }[expected])
})

test('a sentence is never asked for its language', async () => {
  const reply = await ask(server, question('What does E_DRY mean for the tank?'), 'languages')
  expect(choicesOf(reply)).toEqual([])
})

test('no question of a documentation without editions and namesakes is asked back', async () => {
  for (const text of ['How do I set the temperature?', 'port', 'What is Kettle?', 'How do I install it?', 'E_DRY']) {
    const reply = await ask(server, question(text))
    expect([text, reply.text]).toEqual([text, expect.stringContaining('[1]')])
    expect(choicesOf(reply)).toEqual([])
  }
})

describe('a model that asks back', () => {
  const say = async (text: string, domain: string, asked: string) => {
    server.use(scripted)
    model.script([{ say: text }])
    return ask(server, question(asked), domain)
  }
  const numbersOf = ({ chunks }: Reply, path: RegExp) =>
    chunks.flatMap((chunk) => {
      const known = chunk.type === 'source-url' ? chunk.providerMetadata?.sidenote : undefined
      return known && path.test(String(known.path)) ? [Number(known.number)] : []
    })

  test('names sources, and the reader is shown what they are called, and no mark', async () => {
    const seen = await say('Hello.', 'versioned', valve)
    const [one] = numbersOf(seen, /^v1\//)
    const [two] = numbersOf(seen, /^v2\//)
    const reply = await say(`[?${one}, ${two}] Welche Version haben Sie?`, 'versioned', valve)
    expect(reply.text).toBe('Welche Version haben Sie?')
    expect(labelsOf(reply)).toEqual(['v2', 'v1'])
    expect(await lastTurn()).toMatchObject({ status: 'clarifying' })
  })

  test('gives each source the version of its page, and no version to a page without one', async () => {
    const { chunks } = await say('Hello.', 'versioned', valve)
    const metadata = chunks.flatMap((chunk) =>
      chunk.type === 'source-url' ? [sourceMetadataSchema.parse(chunk.providerMetadata?.sidenote)] : [],
    )
    const versionOf = (path: string) => metadata.find((source) => source.path === path)?.version
    expect(versionOf('v2/boiler')).toBe('2')
    expect(versionOf('v10/boiler')).toBe('10')
    for (const { path, version } of metadata) if (!path.startsWith('v')) expect(version).toBeUndefined()
  })

  test('is told the version of each source, and how to ask back', async () => {
    model.requests.length = 0
    await say('Hello.', 'versioned', valve)
    const prompt = JSON.stringify(model.requests[0])
    expect(prompt).toContain('Page: v2/boiler\\nVersion: 2')
    expect(prompt).toContain('[?1,3]')
  })

  test.each([
    ['names one source', '[?1] Which one?'],
    ['names sources that do not exist', '[?77,78] Which one?'],
    ['does so in the middle of its answer', 'Turn the screw. [?1,2] Which one?'],
  ])('offers nothing when it %s', async (_what, text) => {
    expect(choicesOf(await say(text, 'products', 'How do I configure authentication?'))).toEqual([])
  })

  test('has no way to write a label of its own: a title is plain text, cut to 80 characters', async () => {
    const long = 'a long title that goes on '.repeat(6).trim()
    await server.addSite('marked', {
      'one.md': `---\ntitle: "<img src=x onerror=alert(1)> [Click](https://evil.example) **me**"\n---\n\nThe frob is red.\n`,
      'two.md': `---\ntitle: "${long}"\n---\n\nThe frob is blue.\n`,
    })
    const reply = await say('[?1,2] Which frob, <b>please</b>?', 'marked', 'What colour is the frob?')
    const [one, two] = labelsOf(reply).sort((first, second) => first.length - second.length)
    expect(one).toBe('Click me')
    expect(two).toBe(`${long.slice(0, 79)}…`)
  })

  test('offers nothing for a question that is too long to be repeated', async () => {
    const reply = await say('[?1,2] Which one?', 'products', `How do I configure authentication? ${'x '.repeat(1_500)}`)
    expect(choicesOf(reply)).toEqual([])
  })
})
