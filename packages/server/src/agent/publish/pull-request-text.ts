import { beginningOf } from '../../pages/plain-text.ts'
import type { Finish } from '../jobs/finish.ts'
import type { ChangedFile } from '../repository/changes.ts'
import { codeSpan, inertMarkdown } from './inert-text.ts'

/** Entries of a list. */
const maximum = { files: 100, problems: 20, questions: 30 }
/** Characters of a path, a message or a question in a list. */
const longestEntry = 300
/** Characters; GitHub accepts 65,536. */
const longestBody = 60_000
const shortestBody = 5_000

/** One turn that changed something. */
export interface PublishedTurn {
  readonly number: number
  readonly finish: Finish
  /** Why and what in the model's words, as blocks that `writeSafeMarkdown` gives. */
  readonly words: readonly string[]
}

/** Everything that the description of a pull request shows. */
export interface PullRequestFacts {
  readonly jobId: string
  /** The model that did the work, as `provider:model`. */
  readonly model: string
  /** Turns with a commit, oldest first; the last one is being published. */
  readonly turns: readonly PublishedTurn[]
  /** What merging it changes, according to git. */
  readonly files: readonly ChangedFile[]
  /** Readers' questions that the job is to answer. */
  readonly questions: readonly string[]
  /** It is a draft that nobody asked for: an earlier turn left problems. */
  readonly isDraft: boolean
}

/** What is between these marks is Sidenote's; the rest of a description belongs to people. */
const [startMark, endMark] = ['<!-- sidenote -->', '<!-- /sidenote -->']

/** A description without facts yet, above what the repository asks of every pull request. */
export const aboveTemplate = (template: string): string =>
  template === '' ? '' : `${startMark}${endMark}\n\n${template}`

/**
 * Writes the description of a pull request: what and why in the model's words; files, checks and questions as facts. Nothing of
 * it that comes from a model, a page or a reader does anything where it is shown.
 * What people added to it stays.
 *
 * @param existing the current description
 */
export const pullRequestBody = (facts: PullRequestFacts, existing = ''): string => {
  const [start, end] = [existing.indexOf(startMark), existing.lastIndexOf(endMark)]
  const hasMarks = start >= 0 && end > start
  const before = hasMarks ? existing.slice(0, start) : existing.trim() && `${existing.trimEnd()}\n\n`
  const after = hasMarks ? existing.slice(end + endMark.length) : ''
  const room = Math.max(shortestBody, longestBody - before.length - after.length)
  return `${before}${startMark}\n\n${writeSections(facts, room)}\n\n${endMark}${after}`
}

const writeSections = ({ jobId, model, turns, files, questions, isDraft }: PullRequestFacts, room: number): string => {
  const problems = turns.at(-1)?.finish.problems ?? []
  const facts = joinParagraphs([
    '## Files',
    listFiles(files),
    '## Checks',
    listProblems(problems),
    isDraft && problems.length === 0 ? 'The problems that made this a draft are fixed: mark it as ready.' : '',
    questions.length > 0 ? `## Readers’ questions\n\n${listQuestions(questions)}` : '',
    `---\nMade by Sidenote with ${codeSpan(model)}. To request a change, send the job a message: \`sidenote jobs message ${jobId} "…"\``,
  ])
  return joinParagraphs([describeTurns(turns, Math.max(0, room - facts.length)), facts])
}

const joinParagraphs = (paragraphs: readonly string[]): string => paragraphs.filter((text) => text !== '').join('\n\n')

const omission = 'Earlier messages are left out.'

/** The newest turns that there is room for, oldest first. */
const describeTurns = (turns: readonly PublishedTurn[], room: number): string => {
  const texts: string[] = []
  let rest = room - omission.length
  for (const turn of turns.toReversed()) {
    const text = describeTurn(turn, turns)
    if (text.length > rest && texts.length > 0) return joinParagraphs([omission, ...texts])
    texts.unshift(text.length > rest ? describeTurn(turn, turns, rest) : text)
    rest -= text.length + 2
  }
  return joinParagraphs(texts)
}

/** @param room for it; blocks that there is none for are left out, since the beginning of one could leave something open */
const describeTurn = (
  { number, finish, words }: PublishedTurn,
  turns: readonly PublishedTurn[],
  room = Number.POSITIVE_INFINITY,
): string => {
  const name = number === turns[0]?.number ? 'First' : `Message ${number}`
  const heading = turns.length > 1 ? `### ${name}: ${inertMarkdown(finish.title)}` : ''
  const shown: string[] = []
  let rest = room - heading.length - cut.length
  for (const block of words) {
    rest -= block.length + 2
    if (rest < 0) return joinParagraphs([heading, ...shown, cut])
    shown.push(block)
  }
  return joinParagraphs([heading, ...shown])
}

const cut = 'The rest is left out.'

/** Writes a list, and how many more items there are than it shows. */
const writeList = <Item>(items: readonly Item[], most: number, write: (item: Item) => string): string => {
  const lines = items.slice(0, most).map((item) => `- ${write(item)}`)
  const rest = items.length - lines.length
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

/** As code: a reader may be anybody, and must not mention people, close issues or show images here. */
const listQuestions = (questions: readonly string[]): string =>
  writeList(questions, maximum.questions, (question) => codeSpan(shorten(question)))

const listFiles = (files: readonly ChangedFile[]): string =>
  writeList(files, maximum.files, ({ path, status }) => `${codeSpan(shorten(path))} (${status})`)

const listProblems = (problems: Finish['problems']): string => {
  if (problems.length === 0) {
    return 'No new problems in titles, links, anchors, images, front matter, syntax or navigation.'
  }
  const list = writeList(
    problems,
    maximum.problems,
    ({ path, line, message }) => `${codeSpan(shorten(`${path}:${line}`))} ${inertMarkdown(shorten(message))}`,
  )
  return `These problems are new, and the agent couldn’t fix them:\n${list}`
}

const shorten = (text: string): string => beginningOf(text, longestEntry)
