import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'

const readPages = async (name: string): Promise<Record<string, string>> => {
  const folder = join(import.meta.dirname, 'support/small-docs', name)
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort()
  const read = files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')])
  return Object.fromEntries(await Promise.all(read))
}

/** Documentation of nine short pages each, as small projects write it: a server with a command line, and a library. */
describe('without a model, a few short pages answer short questions', { concurrent: true }, () => {
  let server: AssistantServer
  beforeAll(async () => {
    server = await startAssistant({ pages: { 'index.md': '# Another' } })
    for (const name of ['harborlight', 'tidyform']) await server.addSite(name, await readPages(name))
  })
  afterAll(() => server.close())

  test.each([
    ['harborlight', 'what is harborlight', /self-hosted inbox for webhooks/],
    ['harborlight', 'which node version do I need?', /Node 20 or later/],
    ['harborlight', 'how do I set it up?', /install\.sh/],
    ['harborlight', 'how to set up harborlight', /install\.sh/],
    ['harborlight', 'does it support postgres', /Not yet/],
    ['harborlight', 'how long are events kept', /`storage\.retention` \| `30d`/],
    ['harborlight', 'how often does it retry', /timeouts, are retried/],
    ['harborlight', 'how to replay failed webhooks', /press \*\*Replay\*\*/],
    ['harborlight', 'how to delete old events', /every night at 03:00/],
    ['harborlight', 'default retention', /`storage\.retention` \| `30d`/],
    ['harborlight', 'configure Harborlight', /reads `harborlight\.yaml`/],
    ['harborlight', 'how do I reset my password', /harborlight user reset/],
    ['harborlight', 'what is the rate limit of the api', /60 requests a minute/],
    ['harborlight', 'erase a user', /`harborlight user remove/],
    ['harborlight', 'throttling', /60 requests a minute/],
    ['tidyform', 'how do I set it up?', /npm install tidyform/],
    ['tidyform', 'does it work with commonjs', /CommonJS was dropped/],
    ['tidyform', 'are there german translations', /`tidyform\/locales`/],
    ['tidyform', 'what browsers are supported', /evergreen browsers|the browser and Node/],
    ['tidyform', 'does it support vue', /Vue and Svelte bindings are planned/],
    ['tidyform', 'min length of a string', /At least n characters/],
    ['tidyform', 'zod or tidyform?', /zod is the better choice/],
  ])('%s: %s', async (site, text, said) => {
    const answer = await ask(server, question(text), site)
    expect(answer.text).toMatch(said)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  })

  test.each([
    ['harborlight', ['how do I restore a backup', 'does it support postgres'], /Not yet/],
    ['harborlight', ['what is the rate limit of the api', 'how do I back it up'], /harborlight backup/],
    ['harborlight', ['how do I add a user', 'how do I remove one'], /harborlight user remove/],
    ['tidyform', ['does it support vue', 'are there german translations?'], /`tidyform\/locales`/],
  ])('%s in a conversation: %s', async (site, [before, text], said) => {
    const messages = [
      { id: 'before', role: 'user', parts: [{ type: 'text', text: before }] },
      { id: 'answer', role: 'assistant', parts: [{ type: 'text', text: 'As the documentation says.' }] },
      { id: 'question', role: 'user', parts: [{ type: 'text', text }] },
    ]
    const answer = await ask(server, { fp: 'reader', messages }, site)
    expect(answer.text).toMatch(said)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  })

  test.each([
    ['Wie lösche ich einen Benutzer?', /harborlight user/],
    ['Comment mettre à jour le serveur ?', /Upgrading/],
    ['¿Cómo creo una copia de seguridad?', /Backup and restore/],
  ])('who asks in another language is led to what answers: %s', async (text, named) => {
    const answer = await ask(server, question(text), 'harborlight')
    expect(answer.text).toMatch(named)
  })

  test.each([
    ['harborlight', 'does it have a dark mode'],
    ['harborlight', 'how do I integrate with kafka'],
    ['harborlight', 'what is the capital of france'],
    ['harborlight', 'how to center a div'],
    ['tidyform', 'file uploads'],
    ['tidyform', 'how do I make coffee'],
    ['tidyform', 'how do I mount an archive'],
  ])('%s says that it does not answer: %s', async (site, text) => {
    const answer = await ask(server, question(text), site)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: false } })
  })
})
