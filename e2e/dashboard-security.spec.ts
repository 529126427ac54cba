import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { collectComplaints, type DashboardServer, expect, test } from './support/dashboard-test.ts'
import { foreignParts } from './support/foreign-parts.ts'
import { payloads, plainPayloads } from './support/payloads.ts'

// One server for all of them.
test.describe.configure({ mode: 'default' })

/** How many questions a conversation of payloads has. */
const perThread = 150

/** Stores every payload wherever readers, models and pages write something that the dashboard shows. */
const storePayloads = (dashboard: DashboardServer): string[] => {
  const database = new DatabaseSync(path.join(dashboard.data, 'sidenote.db'), { timeout: 10_000 })
  const site = String(database.prepare('select id from sites where domain = ?').get('fresh')?.id)
  const addThread = database.prepare('insert into threads (id, site_id, fp, created_at) values (?, ?, ?, ?)')
  const addTurn = database.prepare(
    `insert into turns (id, thread_id, site_id, question, context_json, current_path, answer, sources_json, status, model,
      started_at, finished_at, page, language, strength, statements_json)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
  )
  const addFeedback = database.prepare(
    'insert into feedback (turn_id, helpful, reason, comment, created_at) values (?, 0, ?, ?, ?)',
  )
  const addSearch = database.prepare(
    'insert into empty_searches (site_id, query, day, count, agent_count, last_at) values (?, ?, ?, 1, 0, ?)',
  )
  const addCount = database.prepare(
    `insert into daily_counts (site_id, dimension, value, day, questions, answered, weak, unanswered, clarifying, declined,
      aborted, failed, helpful, unhelpful, input_tokens, output_tokens, cost, agent_calls)
    values (?, ?, ?, ?, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  )
  const at = new Date(Date.now() - 60_000).toISOString()
  const day = at.slice(0, 10)
  const threads: string[] = []
  const texts = [...payloads, ...plainPayloads]
  database.exec('begin immediate')
  for (const [index, text] of texts.entries()) {
    const plain = plainPayloads[index % plainPayloads.length] ?? ''
    const thread = `bad-${Math.floor(index / perThread)}`
    if (index % perThread === 0) {
      addThread.run(thread, site, plain, at)
      threads.push(thread)
    }
    const sources = [
      { number: 1, title: plain, path: plain, anchor: plain, url: plain },
      { number: 2, title: text, path: text, anchor: null, url: text },
    ]
    const statements = [{ text, supported: false, sources: [1] }]
    addTurn.run(
      `bad-${index}`,
      thread,
      site,
      text,
      JSON.stringify([{ type: 'textSelection', value: text }]),
      plain,
      `${text}\n\nSays [1] [2].`,
      JSON.stringify(sources),
      index % 5 === 0 ? 'unanswered' : 'answered',
      plain,
      at,
      at,
      plain,
      plain.slice(0, 35),
      JSON.stringify(statements),
    )
    addFeedback.run(`bad-${index}`, plain, text, at)
  }
  for (const plain of new Set(plainPayloads)) {
    addSearch.run(site, plain, day, at)
    for (const dimension of ['model', 'language', 'page', 'cited']) addCount.run(site, dimension, plain, day)
  }
  addCount.run(site, 'all', '', day)
  database.exec('commit')
  database.close()
  return threads
}

test('text of readers, models and pages is text on every page', async ({ owner: page, dashboard }) => {
  const threads = storePayloads(dashboard)
  const complaints = await collectComplaints(page, dashboard.url)
  const base = `${dashboard.url}/dashboard/fresh`
  const look = async (what: string) => {
    expect(await foreignParts(page), what).toEqual([])
    expect(complaints.list, what).toEqual([])
  }
  await page.goto(base)
  await expect(page.getByRole('heading', { name: 'Pages most cited' })).toBeVisible()
  await look('overview')
  await page.goto(`${base}/conversations`)
  await expect(page.getByRole('table')).toBeVisible()
  await look('conversations')
  for (const thread of threads) {
    await page.goto(`${base}/conversations?thread=${thread}`)
    await expect(page.getByRole('dialog').locator('ol > li').first()).toBeVisible()
    await look(thread)
  }
  await page.goto(`${base}/gaps`)
  await expect(page.getByRole('main').locator('summary').first()).toBeVisible()
  await page
    .getByRole('main')
    .locator('details')
    .evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
  await look('gaps')
  await page.goto(`${base}/gaps?state=searches`)
  await expect(page.getByRole('table')).toBeVisible()
  await look('searches')
})

test('its pages allow nothing inline and nothing from another server', async ({ request, dashboard }) => {
  for (const address of ['/dashboard/', '/dashboard/sidenote', '/dashboard/setup', '/dashboard/preview.html']) {
    const response = await request.get(dashboard.url + address)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy, address).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:")
    expect(policy, address).not.toMatch(/unsafe|nonce|sha\d|\*|https?:/)
    const html = await response.text()
    expect(html.match(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/gi), address).toBeNull()
  }
  const root = await request.get(dashboard.url, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  expect([root.status(), root.headers().location]).toEqual([302, '/dashboard/'])
})

test('a session that was revoked leads to the sign-in, and from there back', async ({
  owner: page,
  dashboard,
  browser,
}) => {
  const address = `${dashboard.url}/dashboard/sidenote/conversations?status=unanswered`
  await page.goto(address)
  await expect(page.getByRole('table')).toBeVisible()
  const other = await browser.newContext()
  await dashboard.signIn(other, dashboard.owner, { isNew: true })
  const people = await other.newPage()
  await people.goto(`${dashboard.url}/dashboard/organization/people`)
  const sessions = people.getByRole('table', { name: 'Your sessions' })
  await expect(sessions).toBeVisible()
  for (let count = await sessions.getByRole('button', { name: 'Sign out' }).count(); count > 0; count--) {
    await sessions.getByRole('button', { name: 'Sign out' }).first().click()
    await expect(sessions.getByRole('button', { name: 'Sign out' })).toHaveCount(count - 1)
  }
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(dashboard.owner.email)
  await page.getByLabel('Password').fill(dashboard.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  expect(page.url()).toBe(address)
  await other.close()
})

const git = promisify(execFile)

/** A job of the agent that works until it is told to stop. */
const startEndlessJob = async ({ admin, model }: DashboardServer): Promise<string> => {
  const repository = await mkdtemp(path.join(tmpdir(), 'sidenote-repository-'))
  await writeFile(path.join(repository, 'index.md'), '# Kiln\n\nKiln fires pottery.\n')
  for (const command of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-q', '-m', 'Begin'],
  ])
    await git('git', command, { cwd: repository })
  model.script(['hang'])
  const project = await admin('POST', '/admin/v1/projects', {
    name: 'kiln',
    site: 'sidenote',
    repository,
    host: { kind: 'local' },
  })
  const { id } = await admin('POST', `/v2/agent/${project.id}/job`, { prompt: 'Mention the lid.' })
  return id
}

test('what a session streams ends when the session is revoked', async ({ owner: page, dashboard, browser }) => {
  const job = await startEndlessJob(dashboard)
  const stream = page.waitForRequest(/\/events$/)
  await page.goto(`${dashboard.url}/dashboard/sidenote/agent?job=${job}`)
  await expect(page.getByRole('dialog').getByText('Asked: Mention the lid.')).toBeVisible()
  const request = await stream
  let isOver = false
  const ended = Promise.race([
    page.waitForEvent('requestfinished', (one) => one === request),
    page.waitForEvent('requestfailed', (one) => one === request),
  ]).then(() => {
    isOver = true
  })
  const other = await browser.newContext()
  await dashboard.signIn(other, dashboard.owner, { isNew: true })
  const { sessions } = await (await other.request.get(`${dashboard.url}/admin/v1/sessions`)).json()
  expect(isOver).toBe(false)
  for (const { id, isCurrent } of sessions)
    if (!isCurrent)
      await other.request.delete(`${dashboard.url}/admin/v1/sessions/${id}`, { headers: { origin: dashboard.url } })
  await ended
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.close()
})

test('who signs out is signed out, and the next person sees nothing of theirs', async ({ owner: page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/organization/keys`)
  await expect(page.getByRole('button', { name: 'New key' })).toBeVisible()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(dashboard.viewer.email)
  await page.getByLabel('Password').fill(dashboard.viewer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Editors and owners see the keys' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0)
})

test('a good link that is pasted over a bad one opens', async ({ page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/join#not-a-link`)
  await expect(page.getByRole('alert')).toContainText('not valid any more')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  const invitation = { email: 'pia@example.com', role: 'viewer' }
  const { link } = await dashboard.admin('POST', '/admin/v1/invitations', invitation)
  await page.goto(link)
  await expect(page.getByText('pia@example.com')).toBeVisible()
  expect(page.url()).not.toContain('#')
})

test('a server that goes away and comes back', async ({ owner: page, dashboard }) => {
  await page.goto(`${dashboard.url}/dashboard/sidenote/conversations`)
  await expect(page.getByRole('table')).toBeVisible()
  await dashboard.kill()
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await dashboard.restart()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Sites' })).toBeVisible()
  await expect(page.getByText('The server does not answer.')).toHaveCount(0)
})
