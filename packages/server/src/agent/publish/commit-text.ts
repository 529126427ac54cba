import { beginningOf } from '../../pages/plain-text.ts'
import type { Finish } from '../jobs/finish.ts'
import { inertLine } from './inert-text.ts'

/** Characters. */
const longestTitle = 100
/** Characters of the reason in a commit; the pull request has all of it. */
const longestReason = 1_000
const lineWidth = 72

/** The title of a pull request and of its commits. */
export const pullRequestTitle = (finish: Finish): string =>
  beginningOf(inertLine(finish.title), longestTitle) || 'Update the documentation'

const sidenote = { name: 'Sidenote', email: 'agent@sidenote.invalid' }

/** Who commits, out of what a project says: `Ada Lovelace <ada@example.com>`. */
export const readAuthor = (author: string | null): { name: string; email: string } => {
  const [name, email] = author === null ? [] : author.slice(0, -1).split(' <')
  return name !== undefined && email !== undefined ? { name, email } : sidenote
}

/** What a commit says of itself. */
interface CommitFacts {
  readonly jobId: string
  readonly turn: number
  /** As the project names them; null for Sidenote. */
  readonly author: string | null
}

/** The message of a turn's commit, signed off by its author if the project names one. Its trailers show a later attempt that the commit exists. */
export const commitMessage = (finish: Finish, { jobId, turn, author }: CommitFacts): string => {
  const reason = wrap(beginningOf(inertLine(finish.why), longestReason))
  const signOff = author === null ? [] : [`Signed-off-by: ${author}`]
  const trailers = [...signOff, ...trailersOf(jobId, turn)]
  const paragraphs = [pullRequestTitle(finish), reason, trailers.join('\n')]
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`
}

/** The last lines of a turn's commit. */
const trailersOf = (jobId: string, turn: number): readonly [string, string] => [
  `Sidenote-Job: ${jobId}`,
  `Sidenote-Turn: ${turn}`,
]

/** Whether a commit is that of a turn. Only its last lines count: the model wrote those above. */
export const isCommitOf = (message: string, jobId: string, turn: number): boolean => {
  const lastLines = message.trimEnd().split('\n').slice(-2)
  return trailersOf(jobId, turn).every((trailer, index) => lastLines[index]?.trim() === trailer)
}

/** Breaks a text into lines that fit every terminal. */
const wrap = (text: string): string => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
