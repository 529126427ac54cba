import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openModels } from '../src/assistant/models/models.ts'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { pages } from './support/pages.ts'
import { type ProviderName, startProviderServer } from './support/provider-server.ts'

const models: Readonly<Record<ProviderName, string>> = {
  anthropic: 'anthropic:claude-sonnet-4-5',
  openai: 'openai:gpt-5-mini',
  google: 'google:gemini-2.5-flash',
}
const googleUrl = 'https://generativelanguage.googleapis.com'
const environment = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' }

let server: AssistantServer
beforeAll(async () => {
  server = await startAssistant({ pages })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
afterAll(() => server.close())

const startProvider = async (name: ProviderName, options?: { isCut?: boolean }) => {
  const provider = await startProviderServer(name, options)
  vi.stubEnv('ANTHROPIC_BASE_URL', `${provider.url}/v1`)
  vi.stubEnv('OPENAI_BASE_URL', `${provider.url}/v1`)
  // Google’s package has no variable for it.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) =>
    fetch(String(url).replace(googleUrl, provider.url), init),
  )
  server.use(await openModels({ model: models[name], environment }))
  return provider
}

describe.each(Object.keys(models) as ProviderName[])('in the protocol of %s', (name) => {
  test('a model thinks, searches and answers, and is told what it has thought', async () => {
    const provider = await startProvider(name)
    const { chunks, text } = await ask(server, question('How do I set the temperature?'))
    await provider.close()
    expect(text).toBe('Set it [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true, model: models[name] } })
    expect(chunks.map(({ type }) => type)).toContain('tool-output-available')
    expect(JSON.stringify(chunks)).not.toMatch(/THOUGHT|Hm\./)
    expect(provider.requests).toHaveLength(2)
    expect(JSON.stringify(provider.requests[1])).toContain('THOUGHT')
    expect(JSON.stringify(provider.requests[1])).not.toContain('item_reference')
  })

  test('an answer that was cut by its length says so', async () => {
    const provider = await startProvider(name, { isCut: true })
    const { chunks } = await ask(server, question('How do I set the temperature?'))
    await provider.close()
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { cut: true } })
  })
})

test('OpenAI is told to keep nothing', async () => {
  const provider = await startProvider('openai')
  await ask(server, question('How do I set the temperature?'))
  await provider.close()
  expect(provider.requests.map(({ store }) => store)).toEqual([false, false])
})

test('a model that rewrites a follow-up is told not to think first', async () => {
  const provider = await startProvider('openai')
  const asked = (text: string) => ({ id: text, role: 'user', parts: [{ type: 'text', text }] })
  const messages = [asked('How do I set the temperature?'), asked('And how often?')]
  await ask(server, { fp: 'anonymous', messages })
  await provider.close()
  expect(provider.requests[0]).toMatchObject({ reasoning: { effort: 'minimal' }, store: false })
})
