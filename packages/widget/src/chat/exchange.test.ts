import { describe, expect, it } from 'vitest'
import { citedSources, closestPages, phaseOf, searchNotice, shortfallOf, withoutAddress } from './answer-state.ts'
import { answerMarkdown, conversationMarkdown } from './conversation-markdown.ts'
import { toExchanges } from './exchange.ts'
import { type ChatMessage, threadOf } from './message.ts'

const lacking = { noAnswer: 'None.', incomplete: 'Incomplete.', stopped: 'Stopped.' }

const source = (number: number, url = `https://docs.example.org/p${number}#s`) => ({
  type: 'source-url' as const,
  sourceId: `s${number}`,
  url,
  title: `Page ${number}`,
  providerMetadata: {
    sidenote: {
      number,
      path: `/p${number}`,
      anchor: 's',
      heading: 'Section',
      breadcrumbs: ['Guide'],
      snippet: 'Text.',
    },
  },
})

const base = 'https://docs.example.org/guide/start'

const question: ChatMessage = { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }
const reply = (...parts: ChatMessage['parts']): ChatMessage => ({
  id: 'a1',
  role: 'assistant',
  metadata: { threadId: 't1' },
  parts,
})

const answerTo = (...parts: ChatMessage['parts']) => {
  const answer = toExchanges([question, reply(...parts)])[0]?.answer
  if (!answer) throw new Error('There is no answer.')
  return answer
}

describe('exchanges', () => {
  it('are the same objects for the same messages, and others where anything is another', () => {
    const first = reply({ type: 'text', text: 'So.' })
    const next: ChatMessage = { ...question, id: 'q2' }
    const before = toExchanges([question, first, next, reply({ type: 'text', text: 'And' })])
    const after = toExchanges([question, first, next, reply({ type: 'text', text: 'And so.' })])
    expect(after[0]).toBe(before[0])
    expect(after[1]?.answer?.text).toBe('And so.')
    expect(toExchanges([question, first], 'https://help.example.org')[0]?.answer?.details.supportUrl).toBeDefined()
    expect(toExchanges([question])[0]?.answer).toBeUndefined()
  })
})

describe('what the reader sees of an answer', () => {
  it('is searching until the server says anything', () => {
    expect(phaseOf(toExchanges([question])[0]?.answer)).toEqual({ kind: 'searching', query: undefined })
  })

  it('is the passages found, then nothing but the text', () => {
    expect(phaseOf(answerTo(source(1)))).toMatchObject({ kind: 'reading', sources: [{ number: 1, title: 'Page 1' }] })
    expect(phaseOf(answerTo(source(1), { type: 'text', text: 'So' }))).toBeUndefined()
  })

  it('is a further search while one runs', () => {
    const tool = { type: 'dynamic-tool', toolName: 'search', toolCallId: 'c', state: 'input-available' } as const
    expect(phaseOf(answerTo(source(1), { ...tool, input: { query: 'limits' } }))).toMatchObject({ query: 'limits' })
    const done = { ...tool, state: 'output-available', input: { query: 'limits' }, output: [] } as const
    expect(phaseOf(answerTo(source(1), done))).toMatchObject({ kind: 'reading' })
  })

  it('lists the sources that the text names, in its order', () => {
    const answer = answerTo(source(1), source(2), source(3), { type: 'text', text: 'A [3], b [1][3].' })
    expect(citedSources(answer).map(({ number }) => number)).toEqual([3, 1])
  })

  it('names each of the closest pages once', () => {
    const answer = answerTo(source(1, '/a#x'), source(2, '/a#y'), source(3, '/b'))
    expect(closestPages(answer).map(({ number }) => number)).toEqual([1, 3])
  })

  it('does not name pages again that the text names', () => {
    const sources = [source(1, '/a#x'), source(2, '/a#y'), source(3, '/b')]
    const numbersBelow = (text: string) =>
      closestPages(answerTo(...sources, { type: 'text', text })).map(({ number }) => number)
    expect(numbersBelow('Look at Page 2 [2].')).toEqual([3])
    expect(numbersBelow('It does not say so [2].')).toEqual([1, 3])
    expect(numbersBelow('Look at Page 1 [1] and Page 2 [2].')).toEqual([])
  })

  it('does not tell the address again that a button has', () => {
    const text = 'It does not say so.\n\n- Page 1 [1]'
    const help = 'https://help.example.com/new'
    expect(withoutAddress(`${text}\n\nFor help, see ${help}`, help)).toBe(text)
    expect(withoutAddress(`${text}\n\nFor help, see ${help}`, 'https://help.example.com/other')).toContain(help)
    expect(withoutAddress(`See ${help}`, help)).toContain(help)
    const more = `${text}\n\nAsk the people at ${help}, who know all of it`
    expect(withoutAddress(more, help)).toBe(more)
  })

  it('names the pages that the server holds to be nearest', () => {
    const answer = answerTo(source(1))
    const nearest = [{ title: 'Going live', path: '/live', url: '/live' }]
    expect(closestPages({ ...answer, details: { nearest } })).toMatchObject([{ number: 1, title: 'Going live' }])
  })

  it('tells what is searched for only when that is not the question itself', () => {
    expect(searchNotice('How? ', 'How?')).toBeUndefined()
    expect(searchNotice('And then?', 'word '.repeat(20))).toBeUndefined()
    expect(searchNotice('And then?', 'start the demo')).toBe('start the demo')
  })

  it('tells page and section apart where the title names both', () => {
    const [named] = answerTo({ ...source(1), title: 'Page 1 › Section' }).sources
    expect(named).toMatchObject({ title: 'Page 1', section: 'Section' })
  })

  it('survives a source that says nothing about itself', () => {
    expect(answerTo({ type: 'source-url', sourceId: 's', url: '/a' }).sources).toEqual([
      {
        number: 1,
        url: '/a',
        path: undefined,
        title: '/a',
        section: undefined,
        breadcrumbs: [],
        snippet: '',
        version: undefined,
      },
    ])
  })

  it('is not whole while its text is still open', () => {
    expect(answerTo({ type: 'text', text: 'So', state: 'streaming' }).isWhole).toBe(false)
    expect(answerTo({ type: 'text', text: 'So', state: 'done' }).isWhole).toBe(true)
  })

  it('is copied with its sources', () => {
    expect(answerMarkdown(answerTo(source(2, '/p2#s'), { type: 'text', text: 'So it is [2].\n' }), base, lacking)).toBe(
      'So it is [[1]](https://docs.example.org/p2#s).\n\n- [1] [Page 2: Section](https://docs.example.org/p2#s)\n',
    )
  })

  it('keeps the numbers in its code as they are when it is copied', () => {
    const text = 'So [2]: `list[2]`.\n\n```js\nlist[2]\n```\n'
    const [first, second] = answerMarkdown(answerTo(source(2), { type: 'text', text }), base, lacking).split('\n\n')
    expect(first).toBe('So [[1]](https://docs.example.org/p2#s): `list[2]`.')
    expect(second).toBe('```js\nlist[2]\n```')
  })

  it('is copied with the conversation it stands in, each question a heading', () => {
    const contexts = [{ type: 'code' as const, value: 'x()', language: 'js' }]
    const asked = { ...question, metadata: { contexts } }
    const whole = conversationMarkdown(toExchanges([asked, reply({ type: 'text', text: 'So.' })]), base, lacking)
    expect(whole).toMatch(/^## .+\n\n```js\nx\(\)\n```\n\nSo\.\n$/)
  })

  it('is copied with what it lacks: all of it, its end, or what the reader did not want to read', () => {
    const cut = reply(source(2), { type: 'text', text: 'So it [2]', state: 'streaming' })
    const stopped = { ...reply({ type: 'text', text: 'Stop' }), metadata: { stopped: true } }
    const failed = { ...reply({ type: 'text', text: 'Half' }), metadata: { retryable: true } }
    const all = toExchanges([question, question, cut, question, stopped, question, failed])
    const [none, half, unwanted, broken] = conversationMarkdown(all, base, lacking)
      .trim()
      .split(/## .+\n\n/)
      .slice(1)
    expect(none).toBe('*None.*\n\n')
    expect(half).toMatch(/^So it \[\[1\]\]\(.+\)\n\n\*Incomplete\.\*\n\n- \[1\] .+\n\n$/)
    expect(unwanted).toBe('Stop\n\n*Stopped.*\n\n')
    expect(broken).toBe('Half\n\n*Incomplete.*')
    expect(all.map(({ answer }) => shortfallOf(answer))).toEqual(['noAnswer', 'incomplete', 'stopped', 'incomplete'])
    const ended = { ...reply({ type: 'text', text: 'So', state: 'done' }), metadata: { answered: true, cut: true } }
    expect(shortfallOf(toExchanges([question, ended])[0]?.answer)).toBe('incomplete')
  })
})

describe('the thread', () => {
  it('is the one that the newest answer named', () => {
    const newer = { ...reply(), id: 'a2', metadata: { threadId: 't2' } }
    expect(threadOf([question, reply(), question, newer, question])).toBe('t2')
    expect(threadOf([question])).toBeUndefined()
  })
})
