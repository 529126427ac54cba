import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyText, hashKey, isKeyText, mayBeKeyText } from './key-text.ts'

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

test('a text that can be no key is told without a database: a public one with a wrong check sum', () => {
  expect(mayBeKeyText(createKeyText('assistant'))).toBe(true)
  expect(mayBeKeyText(`svc_dsc_${'a'.repeat(36)}`)).toBe(false)
  // An operator may have chosen it.
  expect(mayBeKeyText(`svc_${'a'.repeat(36)}`)).toBe(true)
})

describe('a scanner that knows the form and the check sum', () => {
  const pattern = /svc_(?:dsc_)?[0-9A-Za-z]{36}(?![0-9A-Za-z])/g
  const find = (text: string): string[] => (text.match(pattern) ?? []).filter(isKeyText)

  test('finds 100 of 100 keys in other text', () => {
    const around = [
      (key: string) => `const key = '${key}'`,
      (key: string) => `<script data-key="${key}" async>`,
      (key: string) => `curl -H 'Authorization: Bearer ${key}' https://docs.example.com`,
      (key: string) => `KEY=${key}\nOTHER=1`,
    ]
    const keys = Array.from({ length: 100 }, (_, index) => createKeyText(index % 2 ? 'assistant' : 'administrator'))
    const found = keys.filter((key, index) => find(around[index % around.length]?.(key) ?? '').includes(key))
    expect(found).toHaveLength(100)
  })

  test('takes none of 100,000 random texts of that form for one', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const bytes = randomBytes(36 * 100_000)
    let falselyFound = 0
    for (let index = 0; index < 100_000; index += 1) {
      let text = index % 2 ? 'svc_' : 'svc_dsc_'
      for (const byte of bytes.subarray(index * 36, index * 36 + 36)) text += letters[byte % letters.length]
      if (isKeyText(text)) falselyFound += 1
    }
    expect(falselyFound).toBe(0)
  })
})
