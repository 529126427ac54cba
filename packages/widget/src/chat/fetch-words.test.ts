import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createTexts } from '../locales/create-texts.ts'
import { words as russian } from '../locales/russian.ts'
import { fetchWords } from './fetch-words.ts'

/** Fetches words from a server that answers with this. */
async function wordsFrom(body: unknown, status = 200) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  try {
    return { words: await fetchWords('ru', { domain: 'acme', key: 'svc_dsc_x', url }), asked }
  } finally {
    server.close()
  }
}

test('the words come from the server, whole', async () => {
  const { words, asked } = await wordsFrom(russian)
  expect(words).toEqual(russian)
  expect(asked).toEqual(['/widget/languages/ru.json'])
})

test('what another version of the server lacks, or says in another shape, is English', async () => {
  const { words } = await wordsFrom({
    page: { ask: 'Спросить', retry: 7 },
    panel: {
      close: 'Закрыть',
      stop: { other: 'x' },
      lines: 'text',
      day: ['Сегодня'],
      verbs: null,
      search: { open: 'Поиск', found: { one: '# страница', other: '# страниц' } },
      errors: 'none',
      added: 'Later',
    },
  })
  if (!words) throw new Error('There are no words.')
  expect(words.page).toMatchObject({ ask: 'Спросить', retry: 'Retry' })
  const texts = createTexts(words.panel, 'ru')
  expect([texts.close, texts.stop, texts.search.open, texts.search.back]).toEqual([
    'Закрыть',
    'Stop',
    'Поиск',
    'Back to the assistant',
  ])
  expect([texts.search.found(1), texts.lines(2), texts.day(new Date(0), 0)]).toEqual(['1 страница', '2 lines', 'Today'])
  expect(texts.errors.cut).toBe('The connection was lost before the answer was complete.')
  expect(texts.verbs).toHaveLength(3)
})

test('words that aren’t words are English, and a refusal is an error', async () => {
  const { words } = await wordsFrom(['no'])
  expect(words?.panel.close).toBe('Close')
  await expect(wordsFrom({}, 404)).rejects.toThrow('404')
})
