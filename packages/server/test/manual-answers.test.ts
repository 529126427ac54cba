import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { readManual } from './support/manual.ts'

describe('without a model, the manual answers in its own words what readers ask in theirs', () => {
  let server: AssistantServer
  beforeAll(async () => {
    server = await startAssistant({ pages: await readManual() })
  })
  afterAll(() => server.close())

  test.each([
    ['How do I install it?', 'quick-start'],
    ['how do i get started', 'quick-start'],
    ['can i run it in docker', 'operate/deployment'],
    ['does it work without an api key', 'questions'],
    ['Can I self host it?', 'questions'],
    ['what does it cost', 'questions'],
    ['How do I add the widget to my site?', 'widget/embed'],
    ['how do I change the colors?', 'widget/embed'],
    ['how do I open the widget from my own button', 'widget/embed'],
    ['how do i translate the widget', 'widget/embed'],
    ['does it work with a strict CSP', 'widget/content-security-policy'],
    ['widget does not show up', 'troubleshooting'],
    ['which languages does the widget speak', 'widget/embed'],
    ['can I use ollama', 'models'],
    ['how do i use claude', 'models'],
    ['can i use embeddings', 'models'],
    ['can readers upload screenshots', 'answers'],
    ['how often does it sync', 'your-docs'],
    ['what is the difference between svc_ and svc_dsc_', 'operate/keys'],
    ['How do I back up?', 'operate/backup'],
    ['what database does it need?', 'operate/deployment'],
    ['how do I run several instances', 'operate/deployment'],
    ['how do I put it behind nginx', 'operate/proxy'],
    ['how do I rotate a key', 'operate/keys'],
    ['where are conversations stored', 'operate/security'],
    ["how do I delete a user's data", 'operate/conversations'],
    ['how do I see unanswered questions', 'operate/conversations'],
    ['how do I index a private git repository', 'indexing/sources'],
  ])('%s', async (text, path) => {
    const answer = await ask(server, question(text))
    const cited = Number(/\[(\d+)\]/.exec(answer.text)?.[1])
    const sources = answer.chunks.filter((chunk) => chunk.type === 'source-url')
    const first = sources.find(({ providerMetadata }) => providerMetadata?.sidenote?.number === cited)
    expect(first?.url).toContain(path)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  })
})
