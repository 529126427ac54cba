import { channel } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { Parser } from './parser.ts'

/** How many threads are started from now on, by anybody in this process. */
const countThreads = (): (() => number) => {
  let started = 0
  const count = () => {
    started += 1
  }
  const threads = channel('worker_threads')
  threads.subscribe(count)
  onTestFinished(() => {
    threads.unsubscribe(count)
  })
  return () => started
}

const read = async (parser: Parser, text: string): Promise<string | null> => {
  const file = { path: 'index.md', text }
  const { page } = await parser.parse({ file, path: 'index', version: null, language: null })
  return page.title
}

test('a thread that was let go reads the pages of the next parser with the same memory', async () => {
  const started = countThreads()
  for (const title of ['One', 'Two', 'Three']) {
    const parser = new Parser(100)
    expect(await read(parser, `# ${title}`)).toBe(title)
    await parser.close()
  }
  expect(started()).toBe(1)
  const other = new Parser(101)
  expect(await read(other, '# Four')).toBe('Four')
  await other.close()
  expect(started()).toBe(2)
})

test('parsers at the same time have a thread each, of which one is kept', async () => {
  const started = countThreads()
  const parsers = [new Parser(102), new Parser(102)]
  expect(await Promise.all(parsers.map((parser, at) => read(parser, `# Page ${at}`)))).toEqual(['Page 0', 'Page 1'])
  await Promise.all(parsers.map((parser) => parser.close()))
  const next = [new Parser(102), new Parser(102)]
  expect(await Promise.all(next.map((parser, at) => read(parser, `# Page ${at}`)))).toEqual(['Page 0', 'Page 1'])
  await Promise.all(next.map((parser) => parser.close()))
  expect(started()).toBe(3)
})

test('a parser that is closed while it reads ends its thread and says so of its pages', async () => {
  const started = countThreads()
  const parser = new Parser(103)
  const page = expect(read(parser, '# Late')).rejects.toThrow('The parser was closed.')
  await parser.close()
  await page
  const next = new Parser(103)
  expect(await read(next, '# On time')).toBe('On time')
  await next.close()
  expect(started()).toBe(2)
})
