import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium } from '@playwright/test'

const debian = '/usr/bin/chromium'

/** A real Chromium that reaches only this machine: no name resolves, so that scripts that call home fail at once. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(debian) && { executablePath: debian }),
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })

/** Bytes of the page's heap after garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The median, or NaN of an empty list. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** How many times as large a value is as another, in as many digits as are meaningful. @example '3.4 ×' */
export const times = (value: number, other: number): string => {
  const ratio = value / other
  return Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×` : '–'
}

/** A Markdown table. The first row is its header. */
export const table = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
