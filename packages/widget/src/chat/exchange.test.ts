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
  it('are the same objects for the same messages, and new ones after a change', () => {
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

describe('an answer', () => {
  it('is searching until the server sends something', () => {
    expect(phaseOf(toExchanges([question])[0]?.answer)).toEqual({ kind: 'searching', query: undefined })
  })

  it('shows its passages, then only its text', () => {
    expect(phaseOf(answerTo(source(1)))).toMatchObject({ kind: 'reading', sources: [{ number: 1, title: 'Page 1' }] })
    expect(phaseOf(answerTo(source(1), { type: 'text', text: 'So' }))).toBeUndefined()
  })

  it('shows another search while one runs', () => {
    const tool = { type: 'dynamic-tool', toolName: 'search', toolCallId: 'c', state: 'input-available' } as const
    expect(phaseOf(answerTo(source(1), { ...tool, input: { query: 'limits' } }))).toMatchObject({ query: 'limits' })
    const done = { ...tool, state: 'output-available', input: { query: 'limits' }, output: [] } as const
    expect(phaseOf(answerTo(source(1), done))).toMatchObject({ kind: 'reading' })
  })

  it('lists the cited sources in the order of the text', () => {
    const answer = answerTo(source(1), source(2), source(3), { type: 'text', text: 'A [3], b [1][3].' })
    expect(citedSources(answer).map(({ number }) => number)).toEqual([3, 1])
  })

  it('lists each of the closest pages once', () => {
    const answer = answerTo(source(1, '/a#x'), source(2, '/a#y'), source(3, '/b'))
    expect(closestPages(answer).map(({ number }) => number)).toEqual([1, 3])
  })

  it('doesn’t list pages that the text mentions', () => {
    const sources = [source(1, '/a#x'), source(2, '/a#y'), source(3, '/b')]
    const numbersBelow = (text: string) =>
      closestPages(answerTo(...sources, { type: 'text', text })).map(({ number }) => number)
    expect(numbersBelow('Look at Page 2 [2].')).toEqual([3])
    expect(numbersBelow('It does not say so [2].')).toEqual([1, 3])
    expect(numbersBelow('Look at Page 1 [1] and Page 2 [2].')).toEqual([])
  })

  it('doesn’t repeat the address of a button', () => {
    const text = 'It does not say so.\n\n- Page 1 [1]'
    const help = 'https://help.example.com/new'
    expect(withoutAddress(`${text}\n\nFor help, see ${help}`, help)).toBe(text)
    expect(withoutAddress(`${text}\n\nFor help, see ${help}`, 'https://help.example.com/other')).toContain(help)
    expect(withoutAddress(`See ${help}`, help)).toContain(help)
    const more = `${text}\n\nAsk the people at ${help}, who know all of it`
    expect(withoutAddress(more, help)).toBe(more)
  })

  it('lists the server’s nearest pages', () => {
    const answer = answerTo(source(1))
    const nearest = [{ title: 'Going live', path: '/live', url: '/live' }]
    expect(closestPages({ ...answer, details: { nearest } })).toMatchObject([{ number: 1, title: 'Going live' }])
  })

  it('shows a search query only if it differs from the question', () => {
    expect(searchNotice('How? ', 'How?')).toBeUndefined()
    expect(searchNotice('And then?', 'word '.repeat(20))).toBeUndefined()
    expect(searchNotice('And then?', 'start the demo')).toBe('start the demo')
  })

  it('separates page and section if the title has both', () => {
    const [named] = answerTo({ ...source(1), title: 'Page 1 › Section' }).sources
    expect(named).toMatchObject({ title: 'Page 1', section: 'Section' })
  })

  it('accepts a source without metadata', () => {
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

  it('isn’t whole while its text is streaming', () => {
    expect(answerTo({ type: 'text', text: 'So', state: 'streaming' }).isWhole).toBe(false)
    expect(answerTo({ type: 'text', text: 'So', state: 'done' }).isWhole).toBe(true)
  })

  it('is copied with its sources', () => {
    expect(answerMarkdown(answerTo(source(2, '/p2#s'), { type: 'text', text: 'So it is [2].\n' }), base, lacking)).toBe(
      'So it is [[1]](https://docs.example.org/p2#s).\n\n- [1] [Page 2: Section](https://docs.example.org/p2#s)\n',
    )
  })

  it('keeps numbers in code when it’s copied', () => {
    const text = 'So [2]: `list[2]`.\n\n```js\nlist[2]\n```\n'
    const [first, second] = answerMarkdown(answerTo(source(2), { type: 'text', text }), base, lacking).split('\n\n')
    expect(first).toBe('So [[1]](https://docs.example.org/p2#s): `list[2]`.')
    expect(second).toBe('```js\nlist[2]\n```')
  })

  it('is copied with its conversation, each question as a heading', () => {
    const contexts = [{ type: 'code' as const, value: 'x()', language: 'js' }]
    const asked = { ...question, metadata: { contexts } }
    const whole = conversationMarkdown(toExchanges([asked, reply({ type: 'text', text: 'So.' })]), base, lacking)
    expect(whole).toMatch(/^## .+\n\n```js\nx\(\)\n```\n\nSo\.\n$/)
  })

  it('is copied with a note if it’s missing, incomplete or stopped', () => {
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
  it('is the one of the newest answer', () => {
    const newer = { ...reply(), id: 'a2', metadata: { threadId: 't2' } }
    expect(threadOf([question, reply(), question, newer, question])).toBe('t2')
    expect(threadOf([question])).toBeUndefined()
  })
})
