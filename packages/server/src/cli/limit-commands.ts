import * as contract from '@sidenote/contract'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext, CommonOptions, SiteParts } from './commands.ts'
import { writeTable } from './table.ts'

const describeWindow = (window: contract.Window | null): string =>
  window ? `${window.requests} in ${window.seconds} s` : 'none'

/** Shows a site’s own limits, after changing what is named. */
const setSiteLimits = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteLimitsChange,
): Promise<void> => {
  const isChange = Object.values(body).some((value) => value !== undefined)
  const operation = isChange ? contract.updateSiteLimits : contract.getSiteLimits
  const limits = await client(operation, { params: { domain }, ...(isChange && { body }) }, contract.siteLimitsSchema)
  const rows = [
    ['Questions of one reader', describeWindow(limits.perReader)],
    ['Questions of one address', describeWindow(limits.perAddress)],
    ['Proof of work with each question', limits.proofOfWork ? 'yes' : 'no'],
  ]
  print(limits, writeTable([`LIMITS OF ${domain}`, ''], rows))
}

/** Shows what may be spent in a day and what was, after changing what is named. */
const setBudget = async ({ client, print }: CommandContext, body: contract.BudgetChange): Promise<void> => {
  const isChange = Object.values(body).some((value) => value !== undefined)
  const operation = isChange ? contract.updateBudget : contract.getBudget
  const budget = await client(operation, isChange ? { body } : {}, contract.budgetSchema)
  const { today, answersPerDay, tokensPerDay } = budget
  const rows = [
    ['Answers', String(today.answers), answersPerDay === null ? 'no end' : String(answersPerDay)],
    ['Tokens', String(today.tokens), tokensPerDay === null ? 'no end' : String(tokensPerDay)],
  ]
  print(budget, `${writeTable([`SPENT ON ${today.day}`, '', 'OF'], rows)}\nThe next day begins at ${budget.resetsAt}.`)
}

/** Commander takes `null` for a value that is missing. */
type None = 'none'

const orNull = <Value>(value: Value | None | undefined): Value | null | undefined => (value === 'none' ? null : value)

const readWindow = (text: string): contract.Window | None => {
  if (text === 'none') return text
  const [, requests, seconds] = /^(\d{1,7})\/(\d{1,5})$/.exec(text) ?? []
  if (!requests || !seconds) throw new InvalidArgumentError('It must be questions/seconds, such as 20/60, or none.')
  return { requests: Number(requests), seconds: Number(seconds) }
}

const readAmount = (text: string): number | None => {
  if (text === 'none') return text
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or none.')
  return Number(text)
}

interface SiteLimitsOptions {
  readonly perReader?: contract.Window | None
  readonly perAddress?: contract.Window | None
  readonly proofOfWork?: boolean
}

/** Adds `sites limits` and `budget` to the program. */
export const addLimitCommands = (program: Command, { clientCommand, contextOf, sites }: SiteParts): void => {
  clientCommand(sites, 'limits <domain>', 'show or change a site’s own limits for questions')
    .option('--per-reader <questions/seconds>', 'questions of one reader, such as 20/60; none lifts it', readWindow)
    .option('--per-address <questions/seconds>', 'questions of one client address; none lifts it', readWindow)
    .option('--proof-of-work', 'ask for a proof of work with each question')
    .option('--no-proof-of-work', 'ask for none')
    .action((domain: string, options: CommonOptions & SiteLimitsOptions) => {
      const { perReader, perAddress, proofOfWork } = options
      const change = { perReader: orNull(perReader), perAddress: orNull(perAddress), proofOfWork }
      return setSiteLimits(contextOf(options), domain, change)
    })
  clientCommand(program, 'budget', 'show or change what may be spent on answers in a day')
    .option('--answers <number>', 'answers a day; none lifts it', readAmount)
    .option('--tokens <number>', 'tokens a day that models read and write; none lifts it', readAmount)
    .action((options: CommonOptions & { answers?: number | None; tokens?: number | None }) =>
      setBudget(contextOf(options), { answersPerDay: orNull(options.answers), tokensPerDay: orNull(options.tokens) }),
    )
}
