import { describe, expect, it } from 'vitest'
import { findPassage, hasSentence, sentenceStart } from './sentences.ts'

describe('sentences', () => {
  it('are found whatever their markup', () => {
    expect(hasSentence('Use `--port` [1] **4000** [2]. Then go.', 'Use --port 4000.')).toBe(true)
    expect(hasSentence('Use `--port` **4000**. Then go.', 'Use --port 5000.')).toBe(false)
    expect(hasSentence('Anything', '…')).toBe(false)
  })

  it('are highlighted from their first to their last letter', () => {
    const text = 'First. Keys are “shown” once. Last.'
    const [start, end] = findPassage(text, 'keys are shown once') ?? [0, 0]
    expect(text.slice(start, end)).toBe('Keys are “shown” once.')
    expect(findPassage(text, 'keys are hidden')).toBeUndefined()
    expect(findPassage('İstanbul is far. 𝒜 is near.', 'is near')).toEqual([20, 28])
  })

  it('start after the sentence before', () => {
    const text = 'It is off. Version 2.1 e.g. has it on'
    expect(text.slice(sentenceStart(text, text.length))).toBe('Version 2.1 e.g. has it on')
    expect(sentenceStart('One. Two. ', 10)).toBe(5)
    expect(sentenceStart('只有一句。第二句', 8)).toBe(5)
  })
})
