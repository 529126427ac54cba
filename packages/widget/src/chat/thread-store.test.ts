import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './message.ts'
import { emptyThread } from './thread.ts'
import type { TextStorage } from './thread-storage.ts'
import { createThreadStore } from './thread-store.ts'

function memory(): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const keeping = (storage: TextStorage, now = () => 0) => createThreadStore({ domain: 'acme', open: () => storage, now })

const message = (id: string): ChatMessage => ({ id, role: 'user', parts: [{ type: 'text', text: 'How?' }] })
const day = 24 * 3_600 * 1_000

describe('a conversation', () => {
  it('is restored, separately for each site', () => {
    const storage = memory()
    const thread = { ...emptyThread('f1'), messages: [message('q1')], draft: 'And' }
    keeping(storage).write(thread)
    expect(keeping(storage).read()).toMatchObject(thread)
    expect(createThreadStore({ domain: 'other', open: () => storage }).read().messages).toEqual([])
  })

  it('leaves no trace when it’s read', () => {
    const storage = memory()
    keeping(storage).read()
    expect(storage.kept.size).toBe(0)
  })

  it('works without storage if the browser forbids it', () => {
    const thread = createThreadStore({
      domain: 'acme',
      open: () => {
        throw new Error('The operation is insecure.')
      },
    })
    thread.write({ ...emptyThread(), draft: 'And' })
    thread.forget()
    expect(thread.read().messages).toEqual([])
  })

  it('starts anew if the stored value is foreign or broken', () => {
    for (const stored of ['{', '[]', '{"fp":1}', '{"fp":"f","savedAt":1,"messages":[null]}']) {
      const storage = memory()
      storage.setItem('sidenote:acme', stored)
      expect(keeping(storage, () => 2).read().messages).toEqual([])
    }
  })

  it('expires after 30 days, or as many as the owner sets', () => {
    for (const days of [undefined, 2]) {
      const storage = memory()
      const at = (time: number) =>
        createThreadStore({ domain: 'acme', days, open: () => storage, now: () => time * day })
      at(0).write({ ...emptyThread('f1'), messages: [message('q1')] })
      expect(at((days ?? 30) - 1).read().messages).toHaveLength(1)
      expect(at((days ?? 30) + 1).read()).toMatchObject({ messages: [] })
      expect(storage.kept.size).toBe(0)
    }
  })

  it('leaves nothing behind when emptied or deleted, and the next one has another reader id', () => {
    const storage = memory()
    const full = { ...emptyThread('f1'), messages: [message('q1')] }
    for (const leave of [() => keeping(storage).forget(), () => keeping(storage).write({ ...full, messages: [] })]) {
      keeping(storage).write(full)
      expect(storage.kept.size).toBe(1)
      leave()
      expect(storage.kept.size).toBe(0)
      expect(keeping(storage).read().fp).not.toBe('f1')
    }
  })

  it('keeps its newest 60 messages', () => {
    const storage = memory()
    const thread = keeping(storage)
    thread.write({ ...emptyThread(), messages: Array.from({ length: 70 }, (_, index) => message(`m${index}`)) })
    expect(thread.read().messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 60 }, (_, index) => `m${index + 10}`),
    )
  })
})

describe('a conversation in two tabs', () => {
  const said = (id: string, role: 'user' | 'assistant'): ChatMessage => ({ ...message(id), role })
  const ids = (thread: { messages: readonly ChatMessage[] }) => thread.messages.map(({ id }) => id)
  const start = () => {
    const storage = memory()
    const [tab, other] = [keeping(storage), keeping(storage)]
    const first = { ...emptyThread('f1'), messages: [said('q1', 'user'), said('a1', 'assistant')] }
    tab.write(first)
    expect(ids(other.read())).toEqual(['q1', 'a1'])
    const goOn = (...further: ChatMessage[]) => ({ ...first, messages: [...first.messages, ...further] })
    return { storage, tab, other, first, goOn }
  }

  it('keeps the messages of both, and every answer with its question', () => {
    const { tab, other, goOn } = start()
    const [q2, q3] = [said('q2', 'user'), said('q3', 'user')]
    tab.write(goOn(q2))
    other.write(goOn(q3))
    tab.write(goOn(q2, said('a2', 'assistant')))
    other.write(goOn(q3, said('a3', 'assistant')))
    expect(ids(tab.read()).join(' ')).toMatch(/^q1 a1 (q2 a2 q3 a3|q3 a3 q2 a2)$/)
    other.shelve(goOn(q3))
    expect(ids(tab.earlier()[0] ?? { messages: [] })).toContain('a2')
  })

  it('keeps the end of an answer that the other tab has read only the beginning of, whoever writes last', () => {
    const saying = (
      text: string,
      state: 'streaming' | 'done',
      metadata: ChatMessage['metadata'] = {},
    ): ChatMessage => ({
      id: 'a2',
      role: 'assistant',
      parts: [{ type: 'text', text, state }],
      metadata,
    })
    for (const end of [saying('All of it.', 'done'), saying('Half', 'streaming', { stopped: true })]) {
      const { tab, other, goOn } = start()
      const [partial, whole] = [saying('Ha', 'streaming'), end].map((answer) => goOn(said('q2', 'user'), answer))
      if (!partial || !whole) throw new Error('There are two.')
      tab.write(partial)
      expect(other.changed(goOn())?.messages.at(-1)).toMatchObject(saying('Ha', 'streaming'))
      tab.write(whole)
      other.write(partial)
      expect(tab.read().messages).toEqual(whole.messages)
      expect(other.changed(partial)?.messages).toEqual(whole.messages)
      // As if the other tab had read before this one wrote.
      tab.forget()
      other.write(partial)
      expect(tab.changed(whole)).toBeUndefined()
      expect(other.changed(partial)?.messages).toEqual(whole.messages)
    }
  })

  it('loses messages that one tab removes, and tells the other about changes', () => {
    const { tab, other, first, goOn } = start()
    const longer = goOn(said('q2', 'user'), said('a2', 'assistant'))
    tab.write(longer)
    expect(tab.changed(longer)).toBeUndefined()
    expect(ids(other.changed(first) ?? first)).toEqual(['q1', 'a1', 'q2', 'a2'])
    other.write(longer)
    other.write({ ...first, messages: [said('q1', 'user')] })
    expect(ids(tab.read())).toEqual(['q1'])
    tab.forget()
    expect([other.has(first.id), other.changed(first)]).toEqual([false, undefined])
  })
})

describe('a conversation in a browser with full storage', () => {
  it('isn’t mistaken for one that another tab changed or deleted', () => {
    for (const isKeptBefore of [false, true]) {
      const storage = memory()
      const thread = keeping(storage)
      const first = { ...emptyThread('f1'), messages: [message('q1')] }
      if (isKeptBefore) thread.write(first)
      storage.setItem = () => {
        throw new DOMException('The quota is exceeded.', 'QuotaExceededError')
      }
      const longer = { ...first, messages: [message('q1'), message('q2')] }
      thread.write(longer)
      expect([thread.changed(longer), thread.has(first.id)]).toEqual([undefined, true])
    }
  })
})

describe('earlier conversations', () => {
  const thread = (fp: string, ...ids: string[]) => ({ ...emptyThread(fp), messages: ids.map(message) })

  it('are kept newest first, can be deleted one by one or together, and pass on their reader id', () => {
    const storage = memory()
    let time = 0
    const threads = keeping(storage, () => ++time)
    const [first, second] = [thread('f1', 'q1'), thread('f1', 'q2')]
    threads.write(first)
    threads.shelve(first)
    threads.shelve(second)
    expect(threads.earlier().map(({ id }) => id)).toEqual([second.id, first.id])
    expect(threads.read()).toMatchObject({ fp: 'f1', messages: [] })
    threads.drop(second.id)
    expect(threads.earlier().map(({ id }) => id)).toEqual([first.id])
    threads.forgetEarlier()
    expect(storage.kept.size).toBe(0)
  })

  it('don’t include the current one, and include another tab’s instead of losing it', () => {
    const storage = memory()
    const [ours, theirs] = [thread('f1', 'q1'), thread('f1', 'q2')]
    const [tab, other] = [keeping(storage), keeping(storage)]
    tab.write(ours)
    other.write(theirs)
    expect(other.earlier().map(({ id }) => id)).toEqual([ours.id])
    tab.write(ours)
    expect(tab.earlier().map(({ id }) => id)).toEqual([theirs.id])
    expect(tab.read().id).toBe(ours.id)
  })

  it('expire, and never fill the storage', () => {
    const storage = memory()
    const at = (time: number) => keeping(storage, () => time * day)
    at(0).shelve(thread('f1', 'q1'))
    expect(at(31).earlier()).toEqual([])
    const long = { ...message('q'), parts: [{ type: 'text' as const, text: 'x'.repeat(300_000) }] }
    for (let count = 0; count < 5; count++) at(31).shelve({ ...emptyThread('f1'), messages: [long] })
    expect(at(31).earlier()).toHaveLength(3)
    for (let count = 0; count < 40; count++) at(31).shelve(thread('f1', `q${count}`))
    expect(at(31).earlier()).toHaveLength(30)
  })

  it('last as long as the page if nothing may be stored', () => {
    const threads = createThreadStore({
      domain: 'acme',
      open: () => {
        throw new Error('The operation is insecure.')
      },
    })
    threads.shelve(thread('f1', 'q1'))
    expect(threads.earlier()).toHaveLength(1)
  })
})
