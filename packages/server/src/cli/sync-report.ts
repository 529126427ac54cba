import type { Sync, SyncProblem } from '@sidenote/contract'

const barWidth = 30
const lineMilliseconds = 2_000

/** “1 page”, “2 pages”. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const describeProgress = ({ total, read, changed, failed, embeddings }: Sync): string => {
  const pages = total === null ? `${counted(read, 'page')} read` : `${read} of ${counted(total, 'page')} read`
  const meaning = embeddings ? `, ${embeddings.embedded} of ${counted(embeddings.sections, 'section')} embedded` : ''
  return `${pages}, ${changed} changed${failed > 0 ? `, ${failed} failed` : ''}${meaning}`
}

const drawBar = ({ total, read, embeddings }: Sync): string => {
  const [whole, part] = embeddings ? [embeddings.sections, embeddings.embedded] : [total, read]
  const done = whole ? Math.min(barWidth, Math.round((part / whole) * barWidth)) : 0
  return `[${'#'.repeat(done)}${'-'.repeat(barWidth - done)}]`
}

/** Shows how far a sync is: a bar that moves at a terminal, a line now and then elsewhere. */
export const createProgress = (stream: NodeJS.WriteStream) => {
  let written = ''
  let writtenAt = Date.now()
  return {
    show: (sync: Sync): void => {
      const text = describeProgress(sync)
      if (stream.isTTY) stream.write(`\r\x1b[K${drawBar(sync)} ${text}`)
      else if (text !== written && Date.now() - writtenAt >= lineMilliseconds) {
        stream.write(`${text}\n`)
        writtenAt = Date.now()
      }
      written = text
    },
    end: (): void => {
      if (stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}

const placeOf = ({ path, line, column }: SyncProblem): string =>
  [path, line, column].filter((part) => part !== null).join(':')

/** What a sync came to, naming each file that it could not read as it stands. */
export const writeReport = (sync: Sync): string => {
  const { domain, status, error, read, changed, unchanged, removed, failed, problems, embeddings } = sync
  const counts = `${counted(read, 'page')} read: ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${failed} failed.`
  const lines = [`${domain}: ${status === 'completed' ? 'in sync' : 'not in sync'}. ${counts}`]
  if (error) lines.push(error)
  if (embeddings && embeddings.embedded < embeddings.sections) {
    const missing = `${embeddings.sections - embeddings.embedded} of ${counted(embeddings.sections, 'section')}`
    lines.push(
      `${missing} found by words alone: the embedding model has failed, or refuses them. The next sync goes on.`,
    )
  }
  const groups = [
    ['Could not be indexed:', problems.filter((problem) => !problem.indexed)],
    ['Indexed, but not as written:', problems.filter((problem) => problem.indexed)],
  ] as const
  for (const [title, group] of groups) {
    if (group.length === 0) continue
    lines.push('', title, ...group.map((problem) => `  ${placeOf(problem)} ${problem.reason}`))
  }
  return lines.join('\n')
}
