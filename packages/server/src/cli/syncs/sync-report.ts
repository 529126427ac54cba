import type { BrokenLink, Sync, SyncProblem } from '@sidenote/contract'

const barWidth = 30
const lineMilliseconds = 2_000

/** “1 page”, “2 pages”. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const describeProgress = ({ status, total, read, changed, failed, embeddings }: Sync): string => {
  if (status === 'waiting') return 'waiting until other syncs have ended'
  const pages = total === null ? `${counted(read, 'page')} read` : `${read} of ${counted(total, 'page')} read`
  const vectors = embeddings ? `, ${embeddings.embedded} of ${counted(embeddings.sections, 'section')} embedded` : ''
  return `${pages}, ${changed} changed${failed > 0 ? `, ${failed} failed` : ''}${vectors}`
}

const drawBar = ({ total, read, embeddings }: Sync): string => {
  const [whole, part] = embeddings ? [embeddings.sections, embeddings.embedded] : [total, read]
  const filled = whole ? Math.min(barWidth, Math.round((part / whole) * barWidth)) : 0
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
}

/** Shows the progress of a sync: a bar in a terminal, a line now and then elsewhere. */
export const createProgress = (stream: NodeJS.WriteStream) => {
  let lastText = ''
  let writtenAt = Date.now()
  return {
    show: (sync: Sync): void => {
      const text = describeProgress(sync)
      if (stream.isTTY) stream.write(`\r\x1b[K${drawBar(sync)} ${text}`)
      else if (text !== lastText && Date.now() - writtenAt >= lineMilliseconds) {
        stream.write(`${text}\n`)
        writtenAt = Date.now()
      }
      lastText = text
    },
    end: (): void => {
      if (stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}

const headings: Readonly<Record<Sync['status'], string>> = {
  waiting: 'waiting until other syncs have ended',
  running: 'being read',
  completed: 'in sync',
  failed: 'not in sync',
  cancelled: 'cancelled',
}

const placeOf = ({ path, line, column }: SyncProblem): string =>
  [path, line, column].filter((part) => part !== null).join(':')

/** A line for each reason, with the first place. */
const describeProblems = (problems: readonly SyncProblem[]): string[] =>
  [...Map.groupBy(problems, ({ reason }) => reason)].flatMap(([reason, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more place')})`
    return first ? [`  ${placeOf(first)} ${reason}${others}`] : []
  })

/** What was read adds up, as a page that isn’t changed, unchanged or failed is a draft. */
const describeDrafts = ({ status, read, changed, unchanged, failed }: Sync): string => {
  const drafts = read - changed - unchanged - failed
  return status === 'completed' && drafts > 0 ? `, ${counted(drafts, 'draft')} left out` : ''
}

const describeLink = ({ heading, text, target, missing }: BrokenLink): string => {
  const place = heading === null ? '' : ` below “${heading}”`
  return `“${text}”${place} → ${target}${missing === 'anchor' ? ' (the page has no such heading)' : ''}`
}

/** Links that lead nowhere, below the file that they stand in. */
export const writeBrokenLinks = ({ count, links }: NonNullable<Sync['brokenLinks']>): string => {
  if (count === 0) return 'Every link to a page of the site leads to one.'
  const files = Map.groupBy(links, ({ path }) => path)
  const lines = [...files].flatMap(([path, inFile]) => [path, ...inFile.map((link) => `  ${describeLink(link)}`)])
  return [...lines, ...(count > links.length ? [`… and ${count - links.length} more.`] : [])].join('\n')
}

/** The report of a sync, with a line for each file that couldn’t be read as it is. */
export const writeReport = (sync: Sync): string => {
  const { domain, status, error, read, changed, unchanged, removed, failed, problems, embeddings, brokenLinks } = sync
  const counts = `${counted(read, 'page')} read: ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${failed} failed${describeDrafts(sync)}.`
  const lines = [`${domain}: ${headings[status]}. ${counts}`]
  if (error) lines.push(error)
  if (embeddings && embeddings.embedded < embeddings.sections) {
    const missing = `${embeddings.sections - embeddings.embedded} of ${counted(embeddings.sections, 'section')}`
    lines.push(
      `${missing} can only be found by their words: the embedding model failed or refused them. The next sync continues.`,
    )
  }
  const groups = [
    ['Not indexed:', problems.filter((problem) => !problem.indexed)],
    ['Indexed, but not as written:', problems.filter((problem) => problem.indexed)],
  ] as const
  for (const [title, group] of groups) {
    if (group.length === 0) continue
    lines.push('', title, ...describeProblems(group))
  }
  if (brokenLinks && brokenLinks.count > 0) {
    const verb = brokenLinks.count === 1 ? 'leads' : 'lead'
    const command = `sidenote syncs show ${domain} --broken-links`
    lines.push('', `${counted(brokenLinks.count, 'link')} ${verb} nowhere. See them with "${command}".`)
  }
  return lines.join('\n')
}
