import type { Token, Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { alertOf } from './answer-tokens.ts'
import { lexBlocks } from './lex-blocks.ts'

const tokensIn = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...('tokens' in token && token.tokens ? tokensIn(token.tokens) : [])])
const read = (markdown: string) => tokensIn(lexBlocks(markdown).blocks)
const textsOf = (markdown: string, type: string) =>
  read(markdown).flatMap((token) => (token.type === type && 'text' in token ? [String(token.text)] : []))

describe('emphasis beside Chinese, Japanese and Korean', () => {
  it.each([
    ['请点击**“保存”**按钮。', 'strong', '“保存”'],
    ['先看**注意事项：**再继续', 'strong', '注意事项：'],
    ['この**「設定」**を開く', 'strong', '「設定」'],
    ['これは*強調（きょうちょう）*です', 'em', '強調（きょうちょう）'],
    ['旧版~~已删除。~~新版', 'del', '已删除。'],
    ['값은 **100%**입니다', 'strong', '100%'],
    ['用**`npm start`**启动', 'strong', '`npm start`'],
    ['English **bold** stays', 'strong', 'bold'],
  ])('is read in %j', (markdown, type, text) => {
    expect(textsOf(markdown, type)).toEqual([text])
  })

  it.each(['2 ** 3 （a） ** b', '`**（a）**`'])('is none in %j', (markdown) => {
    expect([...textsOf(markdown, 'strong'), ...textsOf(markdown, 'em')]).toEqual([])
  })
})

describe('values', () => {
  it.each(['1~2 of it and 3~4', '~5 to ~6', 'H~2~O', 'list[0]~[2]', 'a ~ b ~ c'])(
    'with one tilde stay: %j',
    (markdown) => {
      expect(textsOf(markdown, 'del')).toEqual([])
    },
  )

  it('in two tildes are struck out, and code of HTML is code', () => {
    expect(textsOf('was ~~10~~ 20', 'del')).toEqual(['10'])
    expect(textsOf('Set <code>a*b*c</code> now', 'codespan')).toEqual(['a*b*c'])
  })
})

describe('bare addresses', () => {
  it.each([
    ['见 https://a.test/guide，然后', ['https://a.test/guide']],
    ['（https://a.test/x）和https://b.test/y。', ['https://a.test/x', 'https://b.test/y']],
    ['「https://a.test/?q=1&r=2#top」を開く', ['https://a.test/?q=1&r=2#top']],
    ['https://a.test/～user', ['https://a.test/～user']],
    ['See https://a.test/x(y), and go on.', ['https://a.test/x(y)']],
    ['링크 https://a.test/x를 보세요', ['https://a.test/x']],
    ['打开https://a.test/guide查看', ['https://a.test/guide']],
    ['参照“https://a.test/x”……', ['https://a.test/x']],
    ['https://a.test/wiki/한국 참고', ['https://a.test/wiki/한국']],
    ['https://a.test/?q=検索&p=2へ', ['https://a.test/?q=検索&p=2']],
  ])('end where the sentence goes on: %j', (markdown, addresses) => {
    const links = read(markdown).filter(({ type }) => type === 'link')
    expect(links.map((link) => ('href' in link ? link.href : ''))).toEqual(addresses)
  })
})

describe('elements that models copy', () => {
  it.each([
    ['Press <kbd>Ctrl</kbd>+<kbd>C</kbd>', ['kbd', 'kbd']],
    ['10<sup>6</sup> and H<SUB>2</SUB>O', ['sup', 'sub']],
    ['a <sup>open', []],
    ['`<kbd>x</kbd>`', []],
    ['<b>bold</b> and <i>more</i>', ['b', 'i']],
    ['<u>under</u> <s>old</s><ins>new</ins>', ['u', 's', 'ins']],
    ['<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', ['ruby', 'rt']],
    ['<blink>no</blink>', []],
  ])('%j has %j', (markdown, names) => {
    expect(read(markdown).flatMap((token) => (token.type === 'element' ? [token.name] : []))).toEqual(names)
  })

  it('open what stands in details, also before they end', () => {
    for (const end of ['\n\n</details>\n\nAfter', '']) {
      const [details] = lexBlocks(`<details>\n<summary>More **here**</summary>\n\n- one\n- two${end}`).blocks
      expect(details).toMatchObject({ type: 'details', summary: [{ type: 'text' }, { type: 'strong' }] })
      expect(details && 'tokens' in details && details.tokens?.[0]).toMatchObject({ type: 'list' })
    }
  })

  it.each([
    ['> [!WARNING]\n> Mind this.', 'Warning', 'Mind this.'],
    ['> [!note]\n>\n> Mind **this**.', 'Note', 'Mind **this**.'],
    ['> [!TIP] Short', 'Tip', 'Short'],
  ])('are alerts: %j', (markdown, label, text) => {
    const [quote] = lexBlocks(markdown).blocks
    const alert = alertOf(quote as Tokens.Blockquote)
    expect(alert?.label).toBe(label)
    const first = alert?.tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph
    expect(first.tokens.map(({ raw }) => raw).join('')).toBe(text)
  })

  it('leave other quotes alone', () => {
    expect(alertOf(lexBlocks('> [!OTHER]\n> Text').blocks[0] as Tokens.Blockquote)).toBeUndefined()
  })
})
