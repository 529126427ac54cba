import { Lexer, type MarkedOptions, type Token, type TokenizerThis, type Tokens } from 'marked'
import { mathExtensions } from './math-tokens.ts'

/** A harmless element of HTML among words, as models copy it from the pages that they read. */
export interface ElementToken extends Tokens.Generic {
  readonly type: 'element'
  readonly name:
    | 'kbd'
    | 'sup'
    | 'sub'
    | 'b'
    | 'strong'
    | 'i'
    | 'em'
    | 'mark'
    | 's'
    | 'del'
    | 'ins'
    | 'u'
    | 'ruby'
    | 'rt'
  readonly tokens: Token[]
}

/** `<details>`, with its summary. */
export interface DetailsToken extends Tokens.Generic {
  readonly type: 'details'
  readonly summary: Token[]
  readonly tokens: Token[]
}

/** Chinese, Japanese and Korean letters and punctuation. */
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const punctuation = /[\p{P}\p{S}]/u
/** The same between blanks, without code and escapes, whose signs are none of emphasis. */
const emphasis = /^(\*{1,3}|~~)(?!\s)((?:`[^`\n]*`|\\.|(?!\1)[^\n`\\])+?)(?<!\s)\1(?![*~])/
const kinds = { '*': 'em', '**': 'strong', '***': 'strong', '~~': 'del' } as const

/**
 * Emphasis beside Chinese, Japanese and Korean: these have no blanks between words, so that a sign of punctuation at its edge
 * keeps CommonMark from seeing its end.
 */
function cjkEmphasis(this: TokenizerThis, source: string): Tokens.Generic | undefined {
  const [raw = '', mark = '', text = ''] = emphasis.exec(source) ?? []
  const [first = '', last = '', next = ''] = [text.charAt(0), text.slice(-1), source.charAt(raw.length)]
  const isCjkSign = (sign: string) => cjk.test(sign) && punctuation.test(sign)
  const isClosed = punctuation.test(last) && (cjk.test(next) || (isCjkSign(last) && /\S/.test(next)))
  if (raw === '' || !(isCjkSign(first) || isClosed)) return undefined
  const type = kinds[mark as keyof typeof kinds]
  const tokens = this.lexer.inlineTokens(text)
  return mark === '***' ? { type: 'em', raw, text, tokens: [{ type, raw, text, tokens }] } : { type, raw, text, tokens }
}

const names = 'kbd|sup|sub|b|strong|i|em|mark|s|del|ins|u|ruby|rt|code'
const element = new RegExp(`^<(${names})>((?:(?!</?\\1>)[^\\n])+?)</\\1>`, 'i')
const elementStart = new RegExp(`<(?:${names})>`, 'i')
/** What readings of ruby stand in where they cannot stand above their words. */
const readingMark = /<rp>[^<\n]*<\/rp>/gi

function inlineElement(this: TokenizerThis, source: string): ElementToken | Tokens.Codespan | undefined {
  const [raw = '', name = '', written = ''] = element.exec(source) ?? []
  if (raw === '') return undefined
  const text = name.toLowerCase() === 'ruby' ? written.replace(readingMark, '') : written
  if (name.toLowerCase() === 'code') return { type: 'codespan', raw, text }
  return {
    type: 'element',
    raw,
    name: name.toLowerCase() as ElementToken['name'],
    tokens: this.lexer.inlineTokens(text),
  }
}

const details = /^ {0,3}<details(?: open)?>\s*(?:<summary>([^\n]*?)<\/summary>)?([\s\S]*?)(?:<\/details> *(?:\n+|$)|$)/i

/** One that nothing closes yet goes on to the end. */
function detailsBlock(this: TokenizerThis, source: string): DetailsToken | undefined {
  const [raw = '', summary = '', text = ''] = details.exec(source) ?? []
  if (raw === '') return undefined
  return {
    type: 'details',
    raw,
    summary: this.lexer.inlineTokens(summary.trim()),
    tokens: this.lexer.blockTokens(`${text.trim()}\n`, []),
  }
}

/** Punctuation of Chinese and Japanese, at which a bare address ends. */
const fullWidth =
  /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5d\uff5f-\uff65\u2014\u2018-\u201d\u2026]/
/** Letters of theirs right behind others go on with the sentence: `https://a.test/x를`. Behind a slash they belong to the address. */
const nextWord = /(?<=[a-z\d])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/iu

/** Where a bare address that begins a text ends at the latest. */
function endOfAddress(text: string): number {
  const ends = [fullWidth, nextWord].map((pattern) => text.search(pattern)).filter((end) => end >= 0)
  return Math.min(text.length, ...ends)
}

const startOf = (pattern: RegExp) => (source: string) => pattern.exec(source)?.index

const { block = [], startBlock = [], inline = [], startInline = [] } = mathExtensions

/** What `marked` reads in answers beside Markdown. */
const extensions: NonNullable<MarkedOptions['extensions']> = {
  ...mathExtensions,
  block: [...block, detailsBlock],
  startBlock: [...startBlock, startOf(/(?:^|\n) {0,3}<details/i)],
  inline: [...inline, inlineElement, cjkEmphasis],
  startInline: [...startInline, startOf(elementStart), startOf(/\*|~~/)],
}

/** Reads the Markdown of an answer. @throws RangeError where it is nested too deep */
export function lexAnswer(markdown: string): Token[] {
  const lexer = new Lexer({ gfm: true, extensions })
  const { tokenizer } = lexer.options
  if (tokenizer) {
    const readAddress = tokenizer.url.bind(tokenizer)
    tokenizer.url = (source) => readAddress(source.slice(0, endOfAddress(source)))
    // One tilde is a sign of ranges: `1~2` and `3~4` strike nothing out.
    const readDeleted = tokenizer.del.bind(tokenizer)
    tokenizer.del = (source, ...more) => (source.startsWith('~~') ? readDeleted(source, ...more) : undefined)
  }
  return lexer.lex(markdown)
}

const alertMark = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/i

/** What an alert of GitHub (`> [!WARNING]`) is called and holds; undefined for another quote. */
export function alertOf({ tokens }: Tokens.Blockquote): { label: string; tokens: Token[] } | undefined {
  const [first, ...others] = tokens
  if (first?.type !== 'paragraph') return undefined
  const [words, ...rest] = first.tokens ?? []
  const name = words?.type === 'text' ? alertMark.exec(words.raw)?.[1] : undefined
  if (name === undefined || !words) return undefined
  const text = words.raw.replace(alertMark, '')
  const start = text === '' ? [] : [{ ...words, raw: text, text }]
  const left = rest[0]?.type === 'br' && start.length === 0 ? rest.slice(1) : rest
  const inner = [...start, ...left]
  return {
    label: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
    tokens: inner.length > 0 ? [{ ...first, tokens: inner } as Token, ...others] : others,
  }
}
