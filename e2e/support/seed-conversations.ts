import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const pages = [
  { path: 'quick-start', title: 'Quick start' },
  { path: 'operate/keys', title: 'Keys' },
  { path: 'operate/proxy', title: 'Run behind a proxy' },
  { path: 'operate/backup', title: 'Back up and restore' },
  { path: 'widget/options', title: 'Options of the widget' },
  { path: 'connect/mcp', title: 'Connect agents by MCP' },
] as const

const questions = [
  ['How do I rotate an assistant key without downtime?', 'en', 1],
  ['Which ports does the server need?', 'en', 2],
  ['Can I restore a backup on PostgreSQL that was made with SQLite?', 'en', 3],
  ['Wie ändere ich die Farbe des Widgets?', 'de', 4],
  ['What does the error “origin not allowed” mean?', 'en', 1],
  ['Comment connecter un agent par MCP ?', 'fr', 5],
  ['Where are conversations stored, and for how long?', 'en', 3],
  ['Is there a Helm chart?', 'en', 0],
  ['How can I hide the launcher on small screens and open the panel from a link of my own?', 'en', 4],
  ['What is the difference between an assistant key and an administrator key?', 'en', 1],
] as const

const models = ['openai:gpt-5-mini', 'openai:gpt-5-mini', 'anthropic:claude-haiku-4-5'] as const
const statuses = ['answered', 'answered', 'answered', 'answered', 'unanswered', 'answered', 'clarifying'] as const

/** The same list of numbers from 0 to 1 every time. */
const createDice = () => {
  let state = 7
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface Seed {
  readonly domain: string
  readonly count: number
  /** How many days back they reach. */
  readonly days: number
}

const counted = ['answered', 'weak', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed'] as const

/** Writes conversations as readers would have left them into the database of a server that may be running. */
export const seedConversations = (data: string, { domain, count, days }: Seed): void => {
  const database = new DatabaseSync(path.join(data, 'sidenote.db'), { timeout: 10_000 })
  const site = String(database.prepare('select id from sites where domain = ?').get(domain)?.id)
  const dice = createDice()
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(dice() * list.length)] as Item
  const addThread = database.prepare('insert into threads (id, site_id, fp, created_at) values (?, ?, ?, ?)')
  const addTurn = database.prepare(
    `insert into turns (id, thread_id, question, context_json, current_path, answer, sources_json, status, model, started_at,
      finished_at, site_id, page, language, strength, statements_json, input_tokens, output_tokens, cost)
    values (?, ?, ?, '[]', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addCitation = database.prepare('insert into turn_citations (turn_id, path) values (?, ?)')
  const addFeedback = database.prepare(
    'insert into feedback (turn_id, helpful, reason, comment, created_at) values (?, ?, ?, ?, ?)',
  )
  const addCount = database.prepare(
    `insert into daily_counts (site_id, dimension, value, day, questions, ${counted.join()}, helpful, unhelpful,
      input_tokens, output_tokens, cost, agent_calls)
    values (?, ?, ?, ?, 1, ${counted.map(() => '?').join()}, ?, ?, ?, ?, ?, 0)
    on conflict do update set questions = questions + 1, ${counted.map((name) => `${name} = ${name} + excluded.${name}`).join()},
      helpful = helpful + excluded.helpful, unhelpful = unhelpful + excluded.unhelpful,
      input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
      cost = cost + excluded.cost`,
  )
  const now = Date.now() - 60_000
  /** One after the other, as a server stores them. */
  const times = Array.from({ length: count }, () => now - Math.floor(dice() ** 1.3 * days * 86_400_000)).sort(
    (one, other) => one - other,
  )
  database.exec('begin immediate')
  for (const [index, time] of times.entries()) {
    const [text, language, at] = pick(questions)
    const page = pages[at] ?? pages[0]
    const other = pick(pages)
    const askedAt = new Date(time)
    const day = askedAt.toISOString().slice(0, 10)
    const status = dice() < 0.01 ? 'failed' : pick(statuses)
    const isWeak = status === 'answered' && dice() < 0.12
    const isUseful = status === 'answered'
    const model = pick(models)
    const tokens = [1_800 + Math.floor(dice() * 2_500), 90 + Math.floor(dice() * 400)] as const
    const cost = status === 'failed' ? 0 : tokens[0] * 0.000_000_25 + tokens[1] * 0.000_002
    const first = `Open ${page.title} and follow its steps in their order.`
    const second = `Nothing has to be restarted for it.`
    const answer = isUseful
      ? `${first} [1] ${second} [2]\n\n- The change reaches readers within a minute. [1]`
      : status === 'clarifying'
        ? 'Do you mean the server’s own ports, or those of the proxy in front of it?'
        : status === 'failed'
          ? ''
          : 'The documentation does not say anything about this.'
    const sources = [page, other].map(({ path, title }, number) => ({
      number: number + 1,
      title,
      path,
      anchor: null,
      url: `https://docs.example.com/${path}`,
    }))
    const statements = [first, second].map((one, number) => ({
      text: one,
      supported: !isWeak || number === 0,
      sources: [number + 1],
    }))
    const id = `seeded-${index}`
    const thread = `thread-${Math.floor(index / 2)}`
    if (index % 2 === 0)
      addThread.run(thread, site, dice() < 0.7 ? 'anonymous' : `reader-${index}`, askedAt.toISOString())
    addTurn.run(
      id,
      thread,
      text,
      `/${page.path}`,
      answer,
      JSON.stringify(isUseful ? sources : []),
      status,
      model,
      askedAt.toISOString(),
      new Date(askedAt.getTime() + 1_200 + Math.floor(dice() * 4_000)).toISOString(),
      site,
      page.path,
      language,
      isUseful ? (isWeak ? 50 : 100) : null,
      isUseful ? JSON.stringify(statements) : '[]',
      tokens[0],
      tokens[1],
      cost,
    )
    if (isUseful) for (const each of new Set([page.path, other.path])) addCitation.run(id, each)
    const opinion = dice() < 0.16 ? (isWeak || dice() < 0.2 ? 0 : 1) : null
    if (opinion !== null)
      addFeedback.run(
        id,
        opinion,
        opinion ? null : 'incomplete',
        opinion ? null : 'It does not say where.',
        askedAt.toISOString(),
      )
    const places = [
      ['all', ''],
      ['model', model],
      ['language', language],
      ['page', page.path],
      ...(isUseful ? [...new Set([page.path, other.path])].map((each) => ['cited', each] as const) : []),
    ] as const
    for (const [dimension, value] of places)
      addCount.run(
        site,
        dimension,
        value,
        day,
        ...counted.map((name) => Number(isWeak ? name === 'weak' : name === status)),
        Number(opinion === 1),
        Number(opinion === 0),
        tokens[0],
        tokens[1],
        cost,
      )
  }
  database.exec('commit')
  database.close()
}
