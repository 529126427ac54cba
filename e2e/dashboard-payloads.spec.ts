import type { Page } from '@playwright/test'
import { collectComplaints, expect, test } from './support/dashboard-test.ts'
import { foreignParts } from './support/foreign-parts.ts'
import { payloads, plainPayloads } from './support/payloads.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

const texts = [...payloads, ...plainPayloads]
const at = '2030-01-31T12:00:00.000Z'

/** What a site, a repository or a model can make the server say, by the address of the answer that says it. */
const sync = {
  id: 'sync_1',
  domain: 'fresh',
  status: 'failed',
  total: 1,
  read: 1,
  changed: 1,
  unchanged: 0,
  removed: 0,
  failed: 1,
  problems: texts.map((text) => ({ path: text, line: 1, column: 1, reason: text, indexed: false })),
  sources: texts.map((text, index) => ({
    place: `${index} ${text}`,
    generator: text,
    pages: 2,
    addressed: 1,
    example: text,
  })),
  embeddings: null,
  error: texts.join(' '),
  startedAt: at,
  finishedAt: at,
}

const entries = texts.map((text, index) => ({
  id: `audit_${index}`,
  at,
  action: 'updateSite',
  target: text,
  created: index % 2 === 0 ? text : null,
  fields: [text],
  outcome: 'failed',
  code: text,
  key: null,
  person: { id: 'person_1', name: text, email: text },
  address: text,
  origin: text,
  requestId: text,
}))

const trial = {
  question: 'How?',
  currentPath: null,
  page: plainPayloads[0],
  status: 'answered',
  answer: `${payloads.join('\n\n')} [1]`,
  error: null,
  model: plainPayloads[1],
  language: plainPayloads[2],
  sources: texts.map((text, index) => ({ number: index + 1, title: text, path: text, anchor: null, url: text })),
  strength: 50,
  statements: texts.map((text) => ({ text, supported: false, sources: [1] })),
  citations: [],
  searches: [
    {
      query: texts.join(' '),
      sections: texts.map((text) => ({
        path: text,
        title: text,
        heading: `in ${text}`,
        url: text,
        score: 0.5,
        number: 1,
      })),
    },
  ],
  modelCalls: [
    {
      model: plainPayloads[3],
      messages: texts.map((text) => ({ role: 'user', text })),
      output: texts.join(' '),
      milliseconds: 1,
      inputTokens: 1,
      outputTokens: 1,
      error: plainPayloads[4],
    },
  ],
  toolCalls: texts.map((text) => ({
    name: text,
    input: { [text]: text },
    results: [{ number: 1, title: text, path: text }],
    error: null,
  })),
  inputTokens: 1,
  outputTokens: 1,
  cost: 0,
  firstWordMilliseconds: 1,
  milliseconds: 1,
}

const job = (prLink: string) => ({
  id: 'job_1',
  projectId: 'project_1',
  status: 'completed',
  model: plainPayloads[5],
  prLink,
  createdAt: at,
  archivedAt: null,
})

const eventsOf = (text: string, index: number): readonly (readonly [type: string, data: object])[] => [
  ['asked', { prompt: text, mode: 'steer' }],
  ['plan', { items: [{ title: text, status: 'done' }] }],
  ['searching', { query: text, hits: 1 }],
  ['editing', { path: `${index} ${text}`, change: 'added', diff: `+${text}\n-${text}` }],
  ['checking', { problems: [{ path: text, line: 1, column: 1, rule: text, message: text }] }],
  ['refused', { tool: text, reason: text }],
  ['said', { text }],
  ['publishing', { stage: 'push', detail: text }],
  ['completed', { summary: text, prLink: text }],
]

const stream = texts
  .flatMap(eventsOf)
  .map(([type, data], index) => {
    const event = { number: index + 1, turn: 1, at, type, data }
    return `id: ${index + 1}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`
  })
  .join('')

/** A project whose last job names a script as its pull request. */
const routeJob = async (page: Page): Promise<void> => {
  const project = { id: 'project_1', name: 'kiln', site: 'fresh', repository: plainPayloads[6], ref: plainPayloads[7] }
  const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1, cost: null }
  const turns = [{ number: 1, prompts: [texts.join('\n')] }]
  const done = job('javascript:alert(1)')
  await page.route(/\/admin\/v1\/projects$/, (route) =>
    route.fulfill({ json: { projects: [{ ...project, webhook: { url: plainPayloads[8], events: ['job'] } }] } }),
  )
  await page.route(/\/v2\/agent\/project_1\/jobs/, (route) =>
    route.fulfill({ json: { jobs: [done], nextCursor: null } }),
  )
  await page.route(/\/job\/job_1\/report$/, (route) =>
    route.fulfill({ json: { job: done, turns, waiting: [], usage } }),
  )
  await page.route(/\/job\/job_1\/events$/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `${stream}event: done\ndata: {}\n\n` }),
  )
  const deliveries = texts.map((text, index) => ({
    id: `delivery_${index}`,
    type: text,
    jobId: null,
    state: 'failed',
    attempts: 8,
    error: text,
    createdAt: at,
    finishedAt: at,
  }))
  await page.route(/\/project_1\/deliveries$/, (route) => route.fulfill({ json: { deliveries } }))
}

test('text of syncs, jobs, deliveries, trials and the audit log is text', async ({ owner: page, dashboard }) => {
  const complaints = await collectComplaints(page, dashboard.url)
  const base = `${dashboard.url}/dashboard/fresh`
  const look = async (what: string) => {
    expect(await foreignParts(page), what).toEqual([])
    expect(complaints.list, what).toEqual([])
  }
  await page.route(/\/syncs\/sync_1$/, (route) => route.fulfill({ json: sync }))
  await page.goto(`${base}/sources?sync=sync_1`)
  await expect(page.getByRole('dialog').getByText(`${texts.length} problems`)).toBeVisible()
  await look('sync')

  await page.route(/\/admin\/v1\/audit/, (route) => route.fulfill({ json: { entries, nextCursor: null } }))
  await page.goto(`${dashboard.url}/dashboard/organization/audit`)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(entries.length)
  await look('audit')

  await page.route(/\/sites\/fresh\/trials$/, (route) => route.fulfill({ json: trial }))
  await page.goto(`${base}/playground`)
  await page.getByRole('textbox', { name: 'Question' }).fill('How?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'How it was made' })).toBeVisible()
  for (const part of await page.locator('main details').all())
    await part.evaluate((each) => each.setAttribute('open', ''))
  await look('trial')

  await routeJob(page)
  await page.goto(`${base}/agent?job=job_1`)
  await expect(page.getByRole('dialog').locator('ol > li').last()).toBeVisible()
  await look('events of a job')
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await expect(page.getByRole('dialog').locator('details').first()).toBeVisible()
  await look('changes of a job')
  await page.goto(`${base}/agent?deliveries=all`)
  await expect(page.getByRole('dialog').locator('li').last()).toBeVisible()
  await look('deliveries')
})
