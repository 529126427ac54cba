import type { ChangedFile } from './checkout.ts'
import type { Finish } from './tools.ts'

const longestTitle = 100
const longestListed = 100
const longestProblems = 20

/** One turn that changed something, as the pull request tells it. */
export interface PublishedTurn {
  readonly number: number
  readonly finish: Finish
}

export interface PullRequestFacts {
  readonly jobId: string
  /** Turns with a commit, oldest first; the last one is being published. */
  readonly turns: readonly PublishedTurn[]
  /** What merging it changes, as git says. */
  readonly files: readonly ChangedFile[]
  /** Readers' questions that the job was made to answer. */
  readonly questions: readonly string[]
}

/** One line of text, without what a terminal or a host would act on. */
const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed.
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const pullRequestTitle = (finish: Finish): string =>
  oneLine(finish.title).slice(0, longestTitle) || 'Update the documentation'

/** The message of a turn's commit. Its trailers tell a later attempt that the commit is there already. */
export const commitMessage = (jobId: string, turn: number, finish: Finish): string =>
  [
    pullRequestTitle(finish),
    '',
    ...(oneLine(finish.why) ? [oneLine(finish.why), ''] : []),
    ...trailersOf(jobId, turn),
    '',
  ].join('\n')

/** What a commit of that turn carries at its end. */
const trailersOf = (jobId: string, turn: number): readonly [string, string] => [
  `Sidenote-Job: ${jobId}`,
  `Sidenote-Turn: ${turn}`,
]

/** Whether a commit is the one of that turn. */
export const isCommitOf = (message: string, jobId: string, turn: number): boolean => {
  const lines = message.split('\n').map((line) => line.trim())
  return trailersOf(jobId, turn).every((trailer) => lines.includes(trailer))
}

/** Comments are invisible to the person who reviews, and may be addressed to the next machine. */
const withoutComments = (markdown: string): string => markdown.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim()

/** What and why as the model says it; the files, the checks and the questions as they are. */
export const pullRequestBody = ({ jobId, turns, files, questions }: PullRequestFacts): string => {
  const last = turns.at(-1)
  return [
    ...turns.flatMap(({ number, finish }) => [
      ...(turns.length > 1
        ? [`### ${number === turns[0]?.number ? 'First' : `Message ${number}`}: ${oneLine(finish.title)}`]
        : []),
      withoutComments(finish.why),
      withoutComments(finish.summary),
    ]),
    '## Files',
    listFiles(files),
    '## Checks',
    listProblems(last?.finish),
    ...(questions.length > 0 ? ['## Readers asked', questions.map((text) => `- ${oneLine(text)}`).join('\n')] : []),
    `---\nMade by Sidenote, job \`${jobId}\`. Send the job a message to have something changed.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const codeSpan = (text: string): string => `\`${oneLine(text).replaceAll('`', '’')}\``

const listFiles = (files: readonly ChangedFile[]): string => {
  const lines = files.slice(0, longestListed).map(({ path, status }) => `- ${codeSpan(path)} (${status})`)
  const rest = files.length - lines.length
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

const listProblems = (finish: Finish | undefined): string => {
  const problems = finish?.problems ?? []
  if (problems.length === 0) return 'Links, anchors, images, front matter, syntax and navigation: nothing new is wrong.'
  const lines = problems
    .slice(0, longestProblems)
    .map(({ path, line, message }) => `- ${codeSpan(`${path}:${line}`)} ${oneLine(message)}`)
  const rest = problems.length - lines.length
  return [
    'These were not there before, and the agent could not mend them:',
    ...lines,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n')
}
