import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './conversation.ts'
import { emptyThread, openThread, type TextStorage } from './thread.ts'

function memory(): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

const message = (id: string): ChatMessage => ({ id, role: 'user', parts: [{ type: 'text', text: 'How?' }] })
const day = 24 * 3_600 * 1_000

describe('a conversation', () => {
  it('is found again, each site’s its own', () => {
    const storage = memory()
    const thread = { ...emptyThread('f1'), messages: [message('q1')], draft: 'And' }
    openThread('acme', () => storage).write(thread)
    expect(openThread('acme', () => storage).read()).toMatchObject(thread)
    expect(openThread('other', () => storage).read().messages).toEqual([])
  })

  it('leaves no trace by being looked for', () => {
    const storage = memory()
    openThread('acme', () => storage).read()
    expect(storage.kept.size).toBe(0)
  })

  it('goes on without memory where storage throws', () => {
    const thread = openThread('acme', () => {
      throw new Error('The operation is insecure.')
    })
    thread.write(emptyThread())
    expect(thread.read().messages).toEqual([])
  })

  it('begins anew when what is stored is not ours or broken', () => {
    for (const stored of ['{', '[]', '{"fp":1}', '{"fp":"f","savedAt":1,"messages":[null]}']) {
      const storage = memory()
      storage.setItem('sidenote:acme', stored)
      expect(
        openThread(
          'acme',
          () => storage,
          () => 2,
        ).read().messages,
      ).toEqual([])
    }
  })

  it('is forgotten after 30 days', () => {
    const storage = memory()
    openThread(
      'acme',
      () => storage,
      () => 0,
    ).write({ ...emptyThread('f1'), messages: [message('q1')] })
    expect(
      openThread(
        'acme',
        () => storage,
        () => 29 * day,
      ).read().messages,
    ).toHaveLength(1)
    expect(
      openThread(
        'acme',
        () => storage,
        () => 31 * day,
      ).read(),
    ).toMatchObject({ messages: [] })
  })

  it('keeps its newest 60 messages', () => {
    const storage = memory()
    const thread = openThread('acme', () => storage)
    thread.write({ ...emptyThread(), messages: Array.from({ length: 70 }, (_, index) => message(`m${index}`)) })
    expect(thread.read().messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 60 }, (_, index) => `m${index + 10}`),
    )
  })
})
