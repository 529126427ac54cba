import { readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  readonly command: string
}

/** Linux tells; elsewhere only our own parent is known. */
const readProcess = (id: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything; state and parent follow the last one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

/** Our parent and those above it that are npm, npx, pnpm or a shell that one of them started. */
const readChain = (): number[] => {
  const chain = [process.ppid]
  for (;;) {
    const parent = readProcess(chain.at(-1) ?? 0)?.parent
    const above = parent === undefined ? undefined : readProcess(parent)
    if (!parent || !above || !/\b(?:npm|npx|pnpm)\b/.test(above.command)) return chain
    chain.push(parent)
  }
}

/**
 * Calls `onOrphaned` once when one of the programs that started this one has gone. npm and the shells between do not pass
 * every signal on, and a demo that nobody can stop would keep its ports.
 */
export const watchAncestors = (onOrphaned: () => void): void => {
  const started = readChain()
  const timer = setInterval(() => {
    let id = process.pid
    for (const expected of started) {
      const parent = id === process.pid ? process.ppid : readProcess(id)?.parent
      if (parent !== expected) {
        clearInterval(timer)
        onOrphaned()
        return
      }
      id = expected
    }
  }, 500)
  timer.unref()
}
