import { readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  readonly command: string
}

/** Only Linux has `/proc`; elsewhere we know only our own parent. */
const readProcess = (id: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name is in parentheses and can contain anything, even `)`; state and parent follow the last one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

/** Our parent, and its ancestors as long as they're npm, npx or pnpm, or a shell that one of them started. */
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
 * Calls `onOrphaned` once when one of the programs that started this one is gone. npm and the shells in between don't pass
 * on every signal, and a demo that nobody can stop would keep its ports.
 */
export const watchAncestors = (onOrphaned: () => void): void => {
  const ancestors = readChain()
  const timer = setInterval(() => {
    let id = process.pid
    for (const ancestor of ancestors) {
      const parent = id === process.pid ? process.ppid : readProcess(id)?.parent
      if (parent !== ancestor) {
        clearInterval(timer)
        onOrphaned()
        return
      }
      id = ancestor
    }
  }, 500)
  timer.unref()
}
