import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { readManual } from './support/manual.ts'

describe('without a model, the manual answers in its own words what readers ask in theirs', {
  concurrent: true,
}, () => {
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
    ['ask ai button not showing', 'troubleshooting#the-widget-or-the-button'],
    ['nothing appears on my page', 'troubleshooting#the-widget-or-the-button'],
    ['does it work with next.js', 'questions#does-it-work-with-docusaurus'],
    ['Which options does the tag take?', 'widget/embed#which-options'],
    ['how do I upgrade', 'operate/backup#update'],
    ['How is an answer made?', 'answers'],
    ['Tell me about limits', 'operate/limits'],
    ['Wie verbinde ich PostgreSQL?', 'operate/deployment#use-postgresql'],
    ['which languages does the widget speak', 'widget/embed'],
    ['can I use ollama', 'models'],
    ['how do i use claude', 'models'],
    ['can i use embeddings', 'models'],
    ['can readers upload screenshots', 'answers'],
    ['how often does it sync', 'your-docs'],
    ['what is the difference between svc_ and svc_dsc_', 'operate/keys'],
    ['How do I back up?', 'operate/backup'],
    ['what database does it need?', 'operate/deployment'],
    ['how do I run several instances', 'operate/deployment#run-several'],
    ['how do I run several servers?', 'operate/deployment#run-several'],
    ['how do I put it behind nginx', 'operate/proxy'],
    ['how do I rotate a key', 'operate/keys'],
    ['how do I rotate the embeding model', 'models'],
    ['how do I use the rernaking model', 'models#let-a-model-order'],
    ['which databse', 'operate/deployment'],
    ['i lost the admin key', 'operate/keys#what-if-i-have-lost'],
    ['restrict the key to my domain', 'operate/keys#how-do-i-restrict'],
    ['what license is it', 'questions'],
    ['two versions of my docs', 'indexing/ranking#which-version-is-found'],
    ['exclude pages from the index', 'indexing/folder#how-do-i-remove'],
    ['does the agent work with gitlab', 'agent/'],
    ['how do I stop spam', 'operate/limits'],
    ['where are conversations stored', 'operate/security'],
    ["how do I delete a user's data", 'operate/conversations'],
    ['how do I see unanswered questions', 'operate/conversations'],
    ['how do I index a private git repository', 'indexing/sources#index-a-private-repository'],
    ['my docs are in a private github repo', 'indexing/sources#index-a-private-repository'],
    ['how do i remove the sidenote button from one page', 'widget/embed#how-do-i-hide'],
    ['change the keyboard shortcut', 'widget/embed#how-do-i-change-the-keyboard-shortcut'],
    ['can the panel be on the left', 'widget/embed#which-shapes'],
    ['the launcher overlaps my chat button', 'widget/embed'],
    ['how long are chats kept', 'operate/conversations#decide-what-is-kept'],
    ['export all conversations as csv', 'operate/conversations#export-it-as-csv'],
    ['raise the rate limit', 'operate/limits#can-i-raise-a-limit'],
    ['re-sync every night', 'indexing/sources#how-do-i-sync-on-a-schedule'],
    ['does it crawl javascript rendered pages', 'indexing/sources#index-a-website'],
    ['can it read confluence or notion', 'questions#can-it-read-pdf'],
    ['useChat example', 'api/ai-sdk#use-usechat'],
    ['how to continue a conversation', 'api/assistant#how-do-i-continue'],
    ['health check endpoint', 'operate/monitoring#health-checks'],
    ['does it hallucinate', 'questions#how-accurate'],
    ['401 unauthorized', 'troubleshooting#the-key-is-refused'],
    ['widget shows old content', 'troubleshooting#the-answers-show-old-content'],
    ['does it support sso', 'questions#does-it-support-single-sign-on'],
    ["can users see each other's chats", 'operate/security#can-readers-see'],
    ['slack integration', 'questions#can-i-use-it-in-slack'],
    ['run on windows', 'questions#does-it-run-on-windows'],
    ['how big is the script', 'questions#how-big-is-the-script'],
  ])('%s', async (text, path) => {
    await expectAnswer([text], path)
  })

  test.each([
    ['How do I run several instances?', 'does it work with discord', 'questions#can-i-use-it-in-slack'],
    ['how do I run it in docker', 'can it run on windows', 'questions#does-it-run-on-windows'],
    ['does it support ollama?', 'is that free?', 'questions#what-does-it-cost'],
    ['How do I index a git repository?', 'can I use a webhook instead', 'indexing/sources#how-do-i-sync'],
    ['How do I back up?', 'how do I restore it?', 'operate/backup#restore'],
    ['does the agent work with github', 'gitlab too?', 'agent/overview'],
    ['mcp server', 'how do I connect it to cursor', 'api/mcp'],
    ['How do I add the widget to my site?', 'what about dark mode?', 'widget/'],
    ['where are conversations stored', 'how long are they kept', 'operate/'],
  ])('after “%s”: %s', async (before, text, path) => {
    await expectAnswer([before, text], path)
  })

  /** The last of these questions is answered, first of all from this place. */
  const expectAnswer = async (questions: readonly string[], path: string): Promise<void> => {
    const said = (text: string, at: number, role: string) => ({
      id: `${role} ${at}`,
      role,
      parts: [{ type: 'text', text }],
    })
    const messages = questions
      .flatMap((text, at) => [said(text, at, 'user'), said('As the documentation says.', at, 'assistant')])
      .slice(0, -1)
    const answer = await ask(server, { fp: 'reader', messages })
    const cited = Number(/\[(\d+)\]/.exec(answer.text)?.[1])
    const sources = answer.chunks.filter((chunk) => chunk.type === 'source-url')
    const first = sources.find(({ providerMetadata }) => providerMetadata?.sidenote?.number === cited)
    expect(first?.url).toContain(path)
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  }

  test.each([
    'The effect of my component runs twice in development with StrictMode, how do I run it only once when it mounts',
    'How do I write a migration with Alembic that renames a column of a large table without downtime',
    'ERR_MODULE_NOT_FOUND when importing a CommonJS package in a TypeScript monorepo with Turborepo and workspaces',
    'How do I center a div vertically in a flexbox container and give it a round border with a shadow',
    'pytest fixtures with scope session are created again for each xdist worker, how do I share a database between them',
    'Query data cannot be undefined. Please make sure to return a value other than undefined from your query function',
    'Argo CD keeps resetting the replica count that my horizontal autoscaler has set, how do I make it ignore that field',
    'How do I type the props of a generic component in Vue when the items are passed by its parent',
  ])('and says of what is not its subject that it does not answer: %s', async (text) => {
    const answer = await ask(server, question(text))
    expect(answer.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: false } })
  })
})
