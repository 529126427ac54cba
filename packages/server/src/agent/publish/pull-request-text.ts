import { beginningOf } from '../../pages/plain-text.ts'
import type { ChangedFile } from '../repository/checkout.ts'
import type { Finish } from '../tools/tools.ts'

const longestTitle = 100
/** Of the reason in a commit; the pull request has all of it. */
const longestWhy = 1_000
const lineWidth = 72
const longestListed = 100
const longestProblems = 20
const mostQuestions = 30
/** Of a path, a message or a question in a list. */
const longestEntry = 300
/** GitHub takes 65,536 characters. */
const longestBody = 60_000
const shortestBody = 5_000

/** One turn that changed something, as the pull request tells it. */
export interface PublishedTurn {
  readonly number: number
  readonly finish: Finish
}

export interface PullRequestFacts {
  readonly jobId: string
  /** The model that did the work, as `provider:model`. */
  readonly model: string
  /** Turns with a commit, oldest first; the last one is being published. */
  readonly turns: readonly PublishedTurn[]
  /** What merging it changes, as git says. */
  readonly files: readonly ChangedFile[]
  /** Readers' questions that the job was made to answer. */
  readonly questions: readonly string[]
  /** It is a draft that nobody asked for: an earlier turn left problems. */
  readonly isDraft: boolean
}

/** One line of text, without what a terminal or a host would act on. */
const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed.
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const pullRequestTitle = (finish: Finish): string =>
  beginningOf(oneLine(finish.title), longestTitle) || 'Update the documentation'

/** The message of a turn's commit. Its trailers tell a later attempt that the commit is there already. */
export const commitMessage = (jobId: string, turn: number, finish: Finish): string =>
  [
    pullRequestTitle(finish),
    '',
    ...(oneLine(finish.why) ? [wrap(beginningOf(oneLine(finish.why), longestWhy)), ''] : []),
    ...trailersOf(jobId, turn),
    '',
  ].join('\n')

/** What a commit of that turn carries at its end. */
const trailersOf = (jobId: string, turn: number): readonly [string, string] => [
  `Sidenote-Job: ${jobId}`,
  `Sidenote-Turn: ${turn}`,
]

/** Whether a commit is the one of that turn: by its last lines alone, since those above hold what the model said. */
export const isCommitOf = (message: string, jobId: string, turn: number): boolean => {
  const last = message.trimEnd().split('\n').slice(-2)
  return trailersOf(jobId, turn).every((trailer, index) => last[index]?.trim() === trailer)
}

/** Lines as wide as `git log` shows them at any terminal. */
const wrap = (text: string): string => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Begins an image, or what else is fetched from the host that it names once somebody looks at it. */
const loading = /!(?=\[)|<(?=(?:img|picture|source|video|audio|svg|image|iframe|object|embed)\b)/gi

/**
 * What a model wrote, for people: without comments, which a reviewer does not see and the next machine may, and with
 * images as links, since looking at one would tell the host that the text chose whatever stands in its address.
 */
const forPeople = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(loading, (begins) => (begins === '!' ? '' : '< '))
    .trim()

/** What stands between these is Sidenote’s; the rest of a description is that of people. */
const [begins, ends] = ['<!-- sidenote -->', '<!-- /sidenote -->']

/**
 * The description of a pull request: what and why as the model says it; the files, the checks and the questions as they
 * are. What people have added to it stays.
 *
 * @param existing the description as it stands
 */
export const pullRequestBody = (facts: PullRequestFacts, existing = ''): string => {
  const [from, to] = [existing.indexOf(begins), existing.lastIndexOf(ends)]
  const isMarked = from >= 0 && to > from
  const before = isMarked ? existing.slice(0, from) : existing.trim() && `${existing.trimEnd()}\n\n`
  const after = isMarked ? existing.slice(to + ends.length) : ''
  const room = Math.max(shortestBody, longestBody - before.length - after.length)
  return `${before}${begins}\n\n${describe(facts, room)}\n\n${ends}${after}`
}

const describe = ({ jobId, model, turns, files, questions, isDraft }: PullRequestFacts, room: number): string => {
  const last = turns.at(-1)
  const facts = join([
    '## Files',
    listFiles(files),
    '## Checks',
    listProblems(last?.finish),
    ...(isDraft && last?.finish.problems.length === 0
      ? ['What made this a draft is mended: it can be marked as ready.']
      : []),
    ...(questions.length > 0 ? ['## Readers asked', listQuestions(questions)] : []),
    `---\nMade by Sidenote with ${codeSpan(model)}. To have something changed, send the job a message: \`sidenote jobs message ${jobId} "…"\``,
  ])
  return join([tellTurns(turns, Math.max(0, room - facts.length)), facts])
}

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const tellTurn = ({ number, finish }: PublishedTurn, turns: readonly PublishedTurn[]): string =>
  join([
    ...(turns.length > 1
      ? [`### ${number === turns[0]?.number ? 'First' : `Message ${number}`}: ${oneLine(finish.title)}`]
      : []),
    forPeople(finish.why),
    forPeople(finish.summary),
  ])

const omitted = 'What was said before is left out.'

/** The newest turns that there is room for, oldest first. */
const tellTurns = (turns: readonly PublishedTurn[], room: number): string => {
  const told: string[] = []
  let left = room - omitted.length
  for (const turn of turns.toReversed()) {
    const text = tellTurn(turn, turns)
    if (text.length > left && told.length > 0) return join([omitted, ...told])
    told.unshift(beginningOf(text, left))
    left -= text.length + 2
  }
  return join(told)
}

const listQuestions = (questions: readonly string[]): string => {
  // As code: a reader is anybody, and must not mention people, close issues or show pictures here.
  const lines = questions.slice(0, mostQuestions).map((text) => `- ${codeSpan(text)}`)
  const rest = questions.length - lines.length
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

const entry = (text: string): string => beginningOf(oneLine(text), longestEntry)

const codeSpan = (text: string): string => `\`${entry(text).replaceAll('`', '’')}\``

/** What pages hold may stand in a message. */
const escapeMarkdown = (text: string): string => text.replace(/[[\]<>\\`]/g, '\\$&')

const listFiles = (files: readonly ChangedFile[]): string => {
  const lines = files.slice(0, longestListed).map(({ path, status }) => `- ${codeSpan(path)} (${status})`)
  const rest = files.length - lines.length
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

const listProblems = (finish: Finish | undefined): string => {
  const problems = finish?.problems ?? []
  if (problems.length === 0)
    return 'Titles, links, anchors, images, front matter, syntax and navigation: nothing new is wrong.'
  const lines = problems
    .slice(0, longestProblems)
    .map(({ path, line, message }) => `- ${codeSpan(`${path}:${line}`)} ${escapeMarkdown(entry(message))}`)
  const rest = problems.length - lines.length
  return [
    'These were not there before, and the agent could not mend them:',
    ...lines,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n')
}
