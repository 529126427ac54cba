import { expect, test } from 'vitest'
import { withoutAsking, withoutSeams } from './unspaced.ts'
import { readQuery, readTerms } from './words.ts'

const asked = (question: string): string[] => readQuery(question, [])[0] ?? []

test.each([
  ['如何缩放图像？', ['缩放', '放图', '图像']],
  ['克隆和修复有什么区别？', ['克隆', '修复', '区别']],
  ['什么是Alpha通道？', ['alpha', '通道']],
  ['如何将图像旋转９０度？', ['将图', '图像', '像旋', '旋转', '90', '度']],
  ['画像のサイズを変更するにはどうすればいいですか？', ['画像', 'サイ', 'イズ', '変更']],
  ['直線を描くには？', ['直線', '描く', '描']],
  ['アルファとは何ですか', ['アル', 'ルフ', 'ファ']],
  ['이미지 크기를 어떻게 바꾸나요?', ['이미', '미지', '크기', '바꾸']],
  ['단축키를 변경하려면 어떻게 해야 하나요?', ['단축', '축키', '변경']],
])('“%s” is asked for %j', (question, terms) => {
  expect(asked(question)).toEqual(terms)
})

test.each(['どうすればいいですか', '如何', '어떻게 하나요', 'How do I install it?'])(
  '“%s” stays when nothing is left, or it is of another language',
  (question) => {
    expect(withoutAsking(question).trim()).toBe(question)
  },
)

test.each([
  ['설정을 변경합니다', '설정 변경'],
  ['값을 바꾼다', '값'],
  ['線を描きます', '描く'],
])('“%s” is found by “%s”', (text, question) => {
  const said = new Set(readTerms(text))
  expect(asked(question).some((term) => said.has(term))).toBe(true)
})

test('a text in Thai gives its words', () => {
  expect(readTerms('การติดตั้งแพ็กเกจ')).toContain('ติด')
})

test('small words of Thai are left out', () => {
  expect(readTerms('วิธีเปลี่ยนรหัสผ่านของคุณคืออะไร')).toEqual(readTerms('วิธีเปลี่ยนรหัสผ่าน'))
})

test('full-width letters and digits are read as those that everybody types', () => {
  expect(readTerms('ｕｓｅＣｈａｔ')).toEqual(readTerms('useChat'))
  expect(readTerms('ＵＴＦ８を設定')).toContain('utf8')
})

test('a pair of characters that stands across two known words is left out, and an unknown word is not', () => {
  const known = new Set(['缩放', '图像'])
  expect(withoutSeams(['缩放', '放图', '图像'], (term) => known.has(term))).toEqual(['缩放', '图像'])
  expect(withoutSeams(['红眼', '图像'], (term) => known.has(term))).toEqual(['红眼', '图像'])
})
