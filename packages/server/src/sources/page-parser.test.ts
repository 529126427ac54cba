import { expect, onTestFinished, test } from 'vitest'
import { usualBounds } from '../reading/bounds.ts'
import { openReading } from '../reading/reading.ts'
import { PageParser } from './page-parser.ts'

const open = (megabytes: number): PageParser => {
  const reading = openReading({ ...usualBounds(), threads: 1, megabytes })
  onTestFinished(() => reading.close())
  return new PageParser(reading, new AbortController().signal)
}

const parse = async (parser: PageParser, text: string): Promise<string> => {
  const answer = await parser.parse({ file: { path: 'a.md', text }, path: 'a', version: null, language: null })
  return answer instanceof Error ? answer.message : answer.page.title
}

test('pages that are asked for together keep their order, whatever comes before them', async () => {
  const parser = open(100)
  const titles = Array.from({ length: 30 }, (_, at) => `Page ${at}`)
  expect(await Promise.all(titles.map((title) => parse(parser, `# ${title}\n\nText.`)))).toEqual(titles)
})

test('a page that takes too much memory costs those that are sent with it nothing', async () => {
  const parser = open(40)
  const texts = ['# One', '- *a* `b`\n'.repeat(9_000), '# Three']
  const titles = await Promise.all(texts.map((text) => parse(parser, text)))
  expect(titles).toEqual(['One', 'It takes more than 40 MB of memory.', 'Three'])
})
