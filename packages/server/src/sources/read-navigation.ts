import type { Navigation, NavigationRequest } from '../generators/navigation.ts'
import { OverrunError } from '../reading/pool.ts'
import type { ReadingLane } from '../reading/reading.ts'

/** Files that may each take too long, before nothing more is asked about where pages stand. */
const mostSkipped = 3
const usualMilliseconds = 10_000
/** A generator that goes by front matter reads each page. */
const millisecondsForPage = 3

/**
 * Reads the navigation of a folder of pages. A file that takes too long to read is left out and reported as broken; when
 * that is not enough, all pages stand where their files do.
 */
export async function readNavigation(
  reading: ReadingLane,
  request: NavigationRequest,
  signal: AbortSignal,
): Promise<Navigation> {
  const broken: { path: string; reason: string }[] = []
  const deadline = usualMilliseconds + request.files.length * millisecondsForPage
  for (;;) {
    try {
      const skipped = broken.map(({ path }) => path)
      const navigation = await reading.run('navigation', { ...request, skipped }, { signal, deadline })
      return { ...navigation, broken: [...broken.map(reportOf), ...navigation.broken] }
    } catch (error) {
      if (!(error instanceof OverrunError)) throw error
      const { document: path, message: reason } = error
      broken.push({ path: path ?? '', reason })
      if (path === undefined || broken.length > mostSkipped) return unread(broken)
    }
  }
}

const reportOf = ({ path, reason }: { path: string; reason: string }) => ({
  path,
  reason: `The file cannot be parsed, and tells nothing about where pages stand: ${reason}`,
})

const unread = (broken: readonly { path: string; reason: string }[]): Navigation => ({
  generator: null,
  places: new Map(),
  leftOut: new Set(),
  broken: broken.map(reportOf),
  sphinx: [],
  includeFolders: [],
})
