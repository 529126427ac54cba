import { describe, expect, test } from 'vitest'
import { nameUnseen, startVisibleText, visibleText, visibleValue } from './visible-text.ts'

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

describe('what turns or hides text', () => {
  test('is dropped', () => {
    const hidden = [
      ...range(0x202a, 0x202e),
      ...range(0x2060, 0x206f),
      ...range(0x200b, 0x200f),
      ...range(0xe0000, 0xe007f),
      ...range(0xe0100, 0xe01ef),
      ...range(0xfe00, 0xfe0f),
      ...range(0xfff9, 0xfffb),
      ...range(0x1d173, 0x1d17a),
      ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u3164', '\ufeff', '\uffa0', '\u0000', '\u001b', '\u009b'],
    ]
    for (const character of hidden) {
      const code = character.codePointAt(0)?.toString(16)
      expect(visibleText(`pay${character}pal`), code).toBe('paypal')
      expect(visibleText(`${character}${character}A`), code).toBe('A')
    }
  })

  test('is dropped behind what needs one such character when there are more', () => {
    expect(visibleText(`می\u200c${'\u200b\u200c\u200d'.repeat(9)}خواهم`)).toBe('می\u200cخواهم')
    expect(visibleText(`❤\ufe0f${'\ufe00\ufe01\u{e0101}'.repeat(9)}!`)).toBe('❤\ufe0f!')
    const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    expect(visibleText(`🏴${tags}\u{e007f}!`)).toBe('🏴!')
  })

  test('is dropped wherever a stream cuts it', () => {
    const text = 'a\u202eb\u{e0041}\u{e0042}c 👩\u200d💻 می\u200cخ \u200bd'
    const whole = visibleText(text)
    expect(whole).toBe('abc 👩\u200d💻 می\u200cخ d')
    for (let size = 1; size < 8; size++) {
      const visible = startVisibleText()
      let shown = ''
      for (let at = 0; at < text.length; at += size) shown += visible.push(text.slice(at, at + size))
      expect(shown, `pieces of ${size}`).toBe(whole)
    }
  })

  test('is dropped from every text of a value', () => {
    expect(visibleValue({ a: ['x\u202ey', 1, null, { b: 'z\u200b' }], c: true })).toEqual({
      a: ['xy', 1, null, { b: 'z' }],
      c: true,
    })
  })
})

test('what turns or hides text can be named instead', () => {
  expect(nameUnseen('if (isAdmin\u202e) { // \u2066\u{e0041}می\u200cخ\t👩\u200d💻')).toBe(
    'if (isAdmin‹U+202E›) { // ‹U+2066›‹U+E0041›می\u200cخ\t👩\u200d💻',
  )
})

test.each([
  'Plain text,\twith tabs\r\nand lines.',
  'می‌خواهم',
  'क्‍ष and ක්‍ෂ',
  'ភាសា​ខ្មែរ',
  'ᠮᠣᠩᠭᠣᠯ᠋',
  '👩‍💻 🏳️‍🌈 👍🏽 ❤️ 1️⃣ ☎︎ 👨‍👩‍👧‍👦',
  '葛󠄀城市',
  'שלום, עולם',
])('writing keeps what it needs: %s', (text) => expect(visibleText(text)).toBe(text))
