import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { createExcerptModel } from './excerpt-model.ts'

/** What the search says of pages that have little of the question. */
const scarce = { score: 0.1, terms: 4, sections: 1_000 }

const passage = (
  heading: string,
  content: string,
  more: { title?: string; path?: string; byWords?: typeof scarce } = {},
) => ({
  title: more.title ?? 'Kettle',
  path: more.path ?? `/${heading.toLowerCase()}`,
  heading,
  anchor: heading.toLowerCase(),
  url: `/${heading.toLowerCase()}`,
  breadcrumbs: ['Kettle', heading],
  content: `## ${heading}\n\n${content}`,
  // As it goes to a model, material is JSON.
  blocks: JSON.parse(JSON.stringify(blocksOf(`## ${heading}\n\n${content}`))),
  byWords: more.byWords ?? { score: 0.5, terms: 4, sections: 1_000 },
})

const ask = async (question: string, passages: ReturnType<typeof passage>[], context: string[] = []) => {
  const sources = passages.map((each, index) => ({ ...each, number: index + 1 }))
  const material = { question, context: context.map((value) => ({ value })), sources }
  const { content } = await createExcerptModel().doGenerate({
    prompt: [],
    providerOptions: { sidenote: material },
  })
  const [part] = content
  return part?.type === 'text' ? part.text : ''
}

const closing = 'Excerpts from the documentation, quoted as they stand.'

describe('the excerpt model', () => {
  test('quotes the passage that answers, whole, cited, and says that it quotes', async () => {
    const answer = await ask('How do I change the port?', [
      passage('Logging', 'Logs are written to standard output.'),
      passage('Port', 'The `port` option sets where Kettle listens. The default is 8123.'),
    ])
    expect(answer).toContain('The `port` option sets where Kettle listens. The default is 8123. [2]')
    expect(answer).not.toContain('standard output')
    expect(answer).toContain(closing)
  })

  test('gives steps and code whole', async () => {
    const code = '```sh\nkettle descale\nkettle rinse --twice\n```'
    const answer = await ask('How do I descale it?', [
      passage('Descale', `1. Fill the tank.\n2. Add vinegar.\n3. Wait.\n\nThen run:\n\n${code}`),
    ])
    expect(answer).toContain('1. Fill the tank.\n2. Add vinegar.\n3. Wait. [1]')
    expect(answer).toContain(`Then run: [1]\n\n${code}`)
  })

  test('of a long table, gives the rows that answer, under their head', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `| \`option${at}\` | ${at} | Does a thing |`)
    const table = `| Option | Default | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`
    const answer = await ask('What is the default of option17?', [passage('Options', table)])
    expect(answer).toContain('| Option | Default | Meaning |\n| --- | --- | --- |\n| `option17` | 17 | Does a thing |')
    expect(answer).not.toContain('option18')
  })

  test('of a long passage, gives whole sentences and no more than 1,200 characters', async () => {
    const filler = 'Water is heated by a coil that turns power into warmth over some time. '
    const text = `${filler.repeat(20)}\n\nThe coil is replaced by hand. Use a spoon.\n\n${filler.repeat(20)}`
    const answer = await ask('How is the coil replaced by hand?', [passage('Heater', text)])
    expect(answer).toContain('The coil is replaced by hand. Use a spoon. [1]')
    expect(answer.replace(closing, '').length).toBeLessThan(1_300)
    for (const paragraph of answer.replace(closing, '').split('\n\n')) {
      if (/\w/.test(paragraph)) expect(paragraph).toMatch(/^[A-Z*][\s\S]*[.:*] ?(?:\[1\])?\*?$/)
    }
  })

  test('joins a second passage under its name when it adds something', async () => {
    const answer = await ask('How do I set the port and the timeout?', [
      passage('Port', 'Set the port with `--port`.'),
      passage('Timeout', 'Set the timeout with `--timeout`.'),
    ])
    expect(answer).toContain('Set the port with `--port`. [1]')
    expect(answer).toContain('**Kettle › Timeout**\n\nSet the timeout with `--timeout`. [2]')
  })

  test('names a further place when it quotes only one', async () => {
    const answer = await ask('How do I set the port?', [
      passage('Port', 'Set the port with `--port`.'),
      passage('Server', 'The server listens on a port.'),
    ])
    expect(answer).toContain('See also **Kettle › Server** [2].')
  })

  test('leaves out the words of pictures', async () => {
    const text = 'Set the port with `--port`.\n\nDiagram of a port\n\nRestart Kettle.'
    const answer = await ask('How do I set the port?', [passage('Port', text)])
    expect(answer).toContain('Set the port with `--port`. [1]\n\nRestart Kettle. [1]')
    expect(answer).not.toContain('Diagram')
  })

  test('answers a follow-up about what the question before it named', async () => {
    const sources = [passage('Descale', 'Descale it every 200 litres.'), passage('Logging', 'Logs are rotated daily.')]
    const material = {
      question: 'And how often?',
      earlier: ['How do I descale the heater?'],
      context: [],
      sources: sources.map((each, index) => ({ ...each, number: index + 1 })),
    }
    const { content } = await createExcerptModel().doGenerate({
      prompt: [],
      providerOptions: { sidenote: material },
    })
    expect(content[0]?.type === 'text' ? content[0].text : '').toContain('Descale it every 200 litres. [1]')
  })

  test('answers about a selection from the passage that holds it', async () => {
    const selected = 'The thermostat opens the valve.'
    const answer = await ask(
      'What does this mean?',
      [passage('Valves', 'Valves are round.'), passage('Thermostat', `${selected} It closes again at 90 degrees.`)],
      [selected],
    )
    expect(answer).toContain('It closes again at 90 degrees. [2]')
  })

  test('shows the words of a link, never its address', async () => {
    const answer = await ask('How do I set the port?', [
      passage(
        'Port',
        'Set the port as [the guide](https://evil.example/?q=1) says. ![x](https://evil.example/x.png) It holds.',
      ),
    ])
    expect(answer).toContain('Set the port as the guide says.')
    expect(answer).not.toContain('evil.example')
  })

  test.each([
    ['a question about something else', 'Which planets have rings?'],
    ['a question without a word to look for', 'Hi there, how are you?'],
  ])('says that the documentation does not answer %s', async (_what, question) => {
    const answer = await ask(question, [passage('Port', 'The port is 8123.')])
    expect(answer.startsWith('[?]')).toBe(true)
    expect(answer).not.toContain('8123')
    expect(answer).not.toContain(closing)
  })

  test('names the nearest pages when it does not know', async () => {
    const answer = await ask('Which planets have rings around the port?', [
      passage('Port', 'The port is 8123.', { path: '/port', byWords: scarce }),
      passage('Host', 'The host is local.', { path: '/host', byWords: scarce }),
    ])
    expect(answer).toMatch(/nearest pages are:\n\n- Kettle › Port \[1\]\n- Kettle › Host \[2\]/)
  })

  test('names the best passage of a page that it does not know the answer from, not the last one found', async () => {
    const answer = await ask('Which planets have rings around the port?', [
      passage('Port', 'The port is 8123.', { path: '/server', byWords: scarce }),
      passage('Host', 'The host is local.', { path: '/server', byWords: scarce }),
    ])
    expect(answer).toMatch(/nearest pages are:\n\n- Kettle › Port \[1\]/)
  })

  test('cites also a list that ends with code', async () => {
    const answer = await ask('How do I set the port?', [
      passage('Port', '- **Type**\n\n  ```ts\n  setPort(port: number): void\n  ```'),
    ])
    expect(answer).toContain('**Kettle › Port** [1]\n\n- **Type**')
  })

  test('quotes how a passage begins when only its heading touches the question', async () => {
    const items = Array.from({ length: 20 }, (_, at) => `- Element ${at} warms ${'more and '.repeat(8)}more.`)
    const answer = await ask('descaling', [passage('Descaling', items.join('\n')), passage('Other', 'No descaling.')])
    expect(answer).toMatch(/^\*\*Kettle › Descaling\*\*\n\n- Element 0 warms[^\n]*\n- Element 1 [\s\S]* \[1\]/)
    expect(answer).not.toContain('Element 19')
  })

  test('gives the support link when it does not know', async () => {
    const material = { question: 'Anything?', context: [], sources: [], supportUrl: 'https://help.example/' }
    const { content } = await createExcerptModel().doGenerate({
      prompt: [],
      providerOptions: { sidenote: material },
    })
    expect(content[0]).toMatchObject({ text: expect.stringContaining('For help, see https://help.example/') })
  })

  test('says so when nothing was found', async () => {
    expect(await ask('Anything?', [])).toMatch(/^\[\?\] The documentation does not seem to say anything/)
  })

  test('gives the same answer each time, and the same in pieces', async () => {
    const sources = [{ ...passage('Port', 'Set the port:\n\n```sh\nkettle  --port 1\n```\n\nDone.'), number: 1 }]
    const material = { question: 'How do I set the port?', context: [], sources }
    const { stream } = await createExcerptModel().doStream({
      prompt: [],
      providerOptions: { sidenote: material },
    })
    let text = ''
    for await (const part of stream) if (part.type === 'text-delta') text += part.delta
    expect(text).toBe(
      await ask('How do I set the port?', [passage('Port', 'Set the port:\n\n```sh\nkettle  --port 1\n```\n\nDone.')]),
    )
  })

  test('stops when it is told to', async () => {
    const sources = [{ ...passage('Port', 'The port is 8123. '.repeat(6)), number: 1 }]
    const material = { question: 'What is the port?', context: [], sources }
    const abort = new AbortController()
    const { stream } = await createExcerptModel().doStream({
      prompt: [],
      providerOptions: { sidenote: material },
      abortSignal: abort.signal,
    })
    const read = async () => {
      for await (const part of stream) if (part.type === 'text-delta') abort.abort()
    }
    await expect(read()).rejects.toThrow('aborted')
  })
})
