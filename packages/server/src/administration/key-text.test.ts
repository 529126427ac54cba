import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyText, hashKey, isKeyText } from './key-text.ts'

describe('the text of a key', () => {
  test('tells its kind to people by its prefix', () => {
    expect(createKeyText('assistant')).toMatch(/^svc_dsc_[0-9A-Za-z]{36}$/)
    expect(createKeyText('administrator')).toMatch(/^svc_[0-9A-Za-z]{36}$/)
  })

  test('is recognized, and never twice the same', () => {
    const keys = Array.from({ length: 500 }, (_, index) => createKeyText(index % 2 ? 'assistant' : 'administrator'))
    expect(keys.every(isKeyText)).toBe(true)
    expect(new Set(keys).size).toBe(500)
  })

  test('is refused with any one character changed', () => {
    const key = createKeyText('assistant')
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0189AZaz_-'), (position, character) => {
        fc.pre(key[position] !== character)
        expect(isKeyText(key.slice(0, position) + character + key.slice(position + 1))).toBe(false)
      }),
    )
  })

  test('is refused when it is made up, cut short or has something around it', () => {
    const key = createKeyText('administrator')
    for (const text of ['', 'svc_', `svc_dsc_${'a'.repeat(36)}`, key.slice(0, -1), `${key}a`, ` ${key}`, `${key}\n`]) {
      expect(isKeyText(text)).toBe(false)
    }
  })

  test('is stored as a hash only', () => {
    expect(hashKey('svc_x')).toMatch(/^[0-9a-f]{64}$/)
  })
})
