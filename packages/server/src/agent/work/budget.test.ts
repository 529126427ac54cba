import type { ModelMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../projects/project-record.ts'
import { findLoop, limitReached, nearLimit } from './budget.ts'

const spent = { modelCalls: 0, tokens: 0, minutes: 0 }

const step = (tool: string, input: unknown, output: string, id = Math.random()): ModelMessage[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `call-${id}`, toolName: tool, input }] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: `call-${id}`, toolName: tool, output: { type: 'text', value: output } },
    ],
  },
]

describe('the limits of a turn', () => {
  test('each one ends it, in a sentence that names it', () => {
    expect(limitReached(spent, defaultLimits)).toBeUndefined()
    expect(limitReached({ ...spent, modelCalls: 60 }, defaultLimits)).toContain('60 steps')
    expect(limitReached({ ...spent, tokens: 2_000_001 }, defaultLimits)).toContain('2000000 tokens')
    expect(limitReached({ ...spent, minutes: 20 }, defaultLimits)).toContain('20 minutes')
  })

  test('they are near when a fifth is left', () => {
    expect(nearLimit({ ...spent, modelCalls: 47 }, defaultLimits)).toBe(false)
    expect(nearLimit({ ...spent, modelCalls: 48 }, defaultLimits)).toBe(true)
    expect(nearLimit({ ...spent, minutes: 16 }, defaultLimits)).toBe(true)
  })
})

describe('a model that goes round in circles', () => {
  const same = () => step('read_file', { path: 'a.md' }, 'text')

  test('is warned at the third same step and stopped at the fifth', () => {
    const told = [1, 2, 3, 4, 5].map((count) => findLoop(Array.from({ length: count }, same)))
    expect(told).toEqual([undefined, undefined, 'warn', undefined, 'stuck'])
  })

  test('is found when it goes to and fro between two things', () => {
    const pair = () => [same(), step('validate', {}, 'one problem')]
    expect(findLoop(Array.from({ length: 5 }, pair).flat())).toBeUndefined()
    expect(findLoop(Array.from({ length: 6 }, pair).flat())).toBe('stuck')
  })

  test('is not seen in calls whose result differs', () => {
    expect(
      findLoop(Array.from({ length: 10 }, (_, index) => step('search', { query: 'x' }, String(index)))),
    ).toBeUndefined()
  })

  test('is not seen in notes and words between the steps', () => {
    const words: ModelMessage[] = [{ role: 'assistant', content: 'I am done.' }]
    expect(findLoop([words, words, words, words, words, words])).toBeUndefined()
  })
})
