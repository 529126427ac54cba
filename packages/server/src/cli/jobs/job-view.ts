import type { AgentEvent } from '@sidenote/contract'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMilliseconds = 100
const mostProblems = 10

/** Colours, for a terminal that has them. */
const createColours = (stream: NodeJS.WriteStream) => {
  const colour = (code: number) => (text: string) =>
    stream.isTTY && stream.hasColors() ? `\x1b[${code}m${text}\x1b[0m` : text
  return { dim: colour(2), red: colour(31), green: colour(32), yellow: colour(33), cyan: colour(36), bold: colour(1) }
}

type Colours = ReturnType<typeof createColours>

const indent = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`

const paintDiff = (diff: string, colours: Colours): string =>
  diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return colours.green(line)
      return line.startsWith('-') ? colours.red(line) : colours.dim(line)
    })
    .join('\n')

const marks = { pending: '○', active: '◐', done: '●' } as const

/** An event as lines for the terminal. @param left how many problems the last check has found */
const describeEvent = (event: AgentEvent, colours: Colours, left: number): string => {
  switch (event.type) {
    case 'asked':
      return `${colours.bold('asked')}      ${event.data.prompt}`
    case 'started':
      return colours.dim(`started    on ${event.data.ref} at ${event.data.commit.slice(0, 10)}`)
    case 'read':
      return colours.dim(
        `read       ${event.data.prompts.length === 1 ? 'the message' : `${event.data.prompts.length} messages`}`,
      )
    case 'plan':
      return `plan\n${indent(event.data.items.map(({ title, status }) => `${marks[status]} ${title}`).join('\n'))}`
    case 'searching':
      return colours.dim(`searching  ${event.data.query} (${event.data.hits} found)`)
    case 'reading':
      return colours.dim(`reading    ${event.data.path}`)
    case 'editing':
      return `${colours.cyan('editing')}    ${event.data.path} (${event.data.change})${event.data.diff && `\n${indent(paintDiff(event.data.diff, colours))}`}`
    case 'refused':
      return colours.yellow(`refused    ${event.data.tool}: ${event.data.reason}`)
    case 'waiting':
      return `${colours.yellow('waiting')}    ${event.data.reason} The next try is in ${event.data.seconds} s.`
    case 'checking':
      return describeChecks(event.data.problems, colours)
    case 'said':
      return colours.dim(`says       ${event.data.text}`)
    case 'publishing':
      return `publishing ${event.data.stage}: ${event.data.detail}`
    case 'completed':
      return describeEnd(event.data, colours, left)
    case 'failed':
      return `${colours.red('failed')}     ${event.data.reason}`
    case 'cancelled':
      return `${colours.yellow('cancelled')}  ${event.data.reason}`
    case 'archived':
      return colours.yellow('archived')
  }
}

type End = Extract<AgentEvent, { type: 'completed' }>['data']

/** A pull request with problems is a draft, which nobody should take for done. */
const describeEnd = ({ summary, prLink }: End, colours: Colours, left: number): string => {
  const link = prLink ? `\n           ${prLink}` : ''
  if (left === 0) return `${colours.green('completed')}  ${summary}${link}`
  const problems = left === 1 ? '1 problem is' : `${left} problems are`
  return `${colours.yellow('draft')}      ${summary}${link}\n           ${problems} left. Fix ${left === 1 ? 'it' : 'them'}, or send the job a message.`
}

type Checks = Extract<AgentEvent, { type: 'checking' }>['data']['problems']

const describeChecks = (problems: Checks, colours: Colours): string => {
  if (problems.length === 0) return `${colours.green('checked')}    no new problems`
  const lines = problems.slice(0, mostProblems).map(({ path, line, message }) => `${path}:${line} ${message}`)
  const rest = problems.length - lines.length
  const more = rest > 0 ? [`and ${rest} more`] : []
  return `${colours.yellow('checked')}    ${problems.length} to fix\n${indent([...lines, ...more].join('\n'))}`
}

/** Prints events as they come, with a spinner while the model thinks. */
export const createJobView = (stream: NodeJS.WriteStream) => {
  const colours = createColours(stream)
  let frame = 0
  let left = 0
  const clear = () => stream.isTTY && stream.write('\r\x1b[K')
  const spinner = stream.isTTY
    ? setInterval(() => {
        frame = (frame + 1) % frames.length
        stream.write(`\r${colours.cyan(frames[frame] ?? '')} ${colours.dim('working')}`)
      }, frameMilliseconds)
    : undefined
  return {
    show: (event: AgentEvent): void => {
      clear()
      if (event.type === 'checking') left = event.data.problems.length
      stream.write(`${describeEvent(event, colours, left)}\n`)
    },
    end: (): void => {
      clearInterval(spinner)
      clear()
    },
  }
}
