import { expect, test } from 'vitest'
import { blocksOf } from '../../../test/support/blocks.ts'
import { chooseRun, longest } from './choose-run.ts'
import { readPieces, writePiece } from './pieces.ts'
import { readSearchWords } from './search-words.ts'

const choose = (question: string, markdown: string, heading = 'Kettle'): string[] => {
  const sources = [{ language: 'en', title: 'Kettle', heading, content: markdown }]
  const search = readSearchWords(question, { context: '', sources })
  return chooseRun(readPieces(blocksOf(markdown)), search, longest.excerpt).map(writePiece)
}

const lines = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n')
const filler = 'Water is heated by a coil that turns power into warmth over some time. '.repeat(7).trim()

test('a short section is quoted whole, and in order', () => {
  const pieces = ['Fill the tank.', '1. Open the lid.\n2. Pour.', 'Close it.']
  expect(choose('How do I fill the tank?', pieces.join('\n\n'))).toEqual(pieces)
})

test('of a long section the run of whole paragraphs that touches most of the question is quoted', () => {
  const markdown = [filler, `${filler} Once.`, `${filler} Twice.`, 'Vinegar takes the lime away.', `${filler} Thrice.`]
  const run = choose('Does vinegar take lime away?', markdown.join('\n\n'))
  expect(run).toContain('Vinegar takes the lime away.')
  expect(run.join('').length).toBeLessThanOrEqual(longest.excerpt)
  const from = markdown.indexOf(run[0] ?? '')
  expect(markdown.slice(from, from + run.length)).toEqual(run)
})

test('a section begins where it begins when no part of it says more of the question', () => {
  const markdown = lines(5, (at) => `${filler} ${at}\n`)
  expect(choose('What is steam?', markdown)[0]).toBe(`${filler} 0`)
})

test('of a table that is too long, the rows that tell are quoted below its head', () => {
  const rows = lines(40, (at) => `| cup-${at} | Holds what cup ${at} may hold at most. | ${at} |`)
  const markdown = `| Option | Meaning | Default |\n| --- | --- | --- |\n${rows}\n| lid | Keeps steam in. | shut |`
  expect(choose('Does the lid keep steam?', markdown)).toEqual([
    '| Option | Meaning | Default |\n| --- | --- | --- |\n| lid | Keeps steam in. | shut |',
  ])
})

test('at most two blocks of code are quoted', () => {
  const code = (name: string) => `\`\`\`sh\nkettle ${name}\n\`\`\``
  const markdown = ['Boil:', code('boil'), 'Stop:', code('stop'), 'Rinse:', code('rinse')].join('\n\n')
  expect(choose('How do I boil and stop?', markdown)).toEqual(['Boil:', code('boil'), 'Stop:', code('stop')])
})

test('code that is too long is left out, and what announces it is not the end', () => {
  const code = `\`\`\`sh\n${lines(200, () => 'kettle boil')}\n\`\`\``
  expect(choose('How do I boil?', `It boils. Like this:\n\n${code}`)).toEqual(['It boils. Like this:'])
})
