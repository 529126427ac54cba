import * as contract from '@sidenote/contract'
import { InvalidArgumentError } from 'commander'
import { present, readDigits } from './options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { writeTable } from './table.ts'

/** Shows the daily budget and what is spent, after changing what the options say. */
const changeBudget = async ({ client, print }: CommandContext, change: contract.BudgetChange): Promise<void> => {
  const body = present(change)
  const budget =
    Object.keys(body).length > 0
      ? await client(contract.updateBudget, { body }, contract.budgetSchema)
      : await client(contract.getBudget, {}, contract.budgetSchema)
  const { today, answersPerDay, tokensPerDay } = budget
  const rows = [
    ['Answers', String(today.answers), answersPerDay === null ? 'no limit' : String(answersPerDay)],
    ['Tokens', String(today.tokens), tokensPerDay === null ? 'no limit' : String(tokensPerDay)],
  ]
  print(budget, `${writeTable([`SPENT ON ${today.day}`, '', 'OF'], rows)}\nThe next day begins at ${budget.resetsAt}.`)
}

const mostAmount = 999_999_999_999

/** Commander takes `null` for a missing value, so the word `none` stays until the options are read. */
const readAmount = (text: string): number | 'none' => {
  if (text === 'none') return text
  const amount = readDigits(text)
  if (amount !== undefined && amount <= mostAmount) return amount
  throw new InvalidArgumentError('It must be a whole number, or none.')
}

const amountOf = (option: number | 'none' | undefined): number | null | undefined => (option === 'none' ? null : option)

interface BudgetOptions extends CommonOptions {
  readonly answers?: number | 'none'
  readonly tokens?: number | 'none'
}

/** Adds `budget` to the program. */
export const addBudgetCommand = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  clientCommand(program, 'budget', 'show or change the daily budget for answers')
    .option('--answers <number>', 'answers a day; none removes the limit', readAmount)
    .option('--tokens <number>', 'tokens a day that models read and write; none removes the limit', readAmount)
    .action((options: BudgetOptions) =>
      changeBudget(contextOf(options), {
        answersPerDay: amountOf(options.answers),
        tokensPerDay: amountOf(options.tokens),
      }),
    )
}
