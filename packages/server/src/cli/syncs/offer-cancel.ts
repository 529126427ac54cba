import { createInterface } from 'node:readline/promises'
import * as contract from '@sidenote/contract'
import type { CommandContext } from '../program-parts.ts'

/** A program that a signal ended: 128 and the number of SIGINT. */
const interruptedCode = 130

/** Asks on a terminal; undefined where nobody can be asked, or for a second Ctrl-C. */
const askToCancel = async (domain: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await Promise.race([
    terminal.question(`\nThe sync of ${domain} goes on without this command. Cancel it? (yes/no) `),
    new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined))),
  ])
  terminal.close()
  return answer
}

/**
 * While a sync is followed, Ctrl-C asks whether to cancel it: the server goes on with it otherwise. Ends the process.
 *
 * @returns a function that gives Ctrl-C its own meaning back
 */
export const offerCancel = (client: CommandContext['client'], sync: contract.Sync): (() => void) => {
  const { domain, id } = sync
  const receive = async () => {
    const answer = await askToCancel(domain)
    if (answer !== undefined && /^y(?:es)?$/i.test(answer.trim())) {
      const input = { params: { domain, id } }
      const result = await client(contract.cancelSync, input, contract.syncSchema).catch((error: Error) => error)
      process.stderr.write(`${result instanceof Error ? result.message : `The sync of ${domain} is cancelled.`}\n`)
    } else {
      process.stderr.write(`\nThe sync goes on. To end it: sidenote syncs cancel ${domain} ${id}\n`)
    }
    process.exit(interruptedCode)
  }
  const listener = () => void receive()
  process.once('SIGINT', listener)
  return () => process.off('SIGINT', listener)
}
