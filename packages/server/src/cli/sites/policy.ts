import * as contract from '@sidenote/contract'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import { present, readDays } from '../options.ts'
import type { CommandContext, ProgramParts } from '../program-parts.ts'
import { counted } from '../syncs/sync-report.ts'
import { writeTable } from '../table.ts'

/** What a change erases, in words; empty when that is nothing. */
const describeErasure = ({ texts, searches, questions }: contract.Erasure, days: number | undefined): string =>
  [
    ...(texts > 0 ? [`the text of ${counted(texts, 'question')} and of their answers`] : []),
    ...(questions > 0 ? [`everything about ${counted(questions, 'question')} from more than ${days} days ago`] : []),
    ...(searches > 0 ? [searches === 1 ? '1 search without results' : `${searches} searches without results`] : []),
  ].join(', ')

/** Asks before a change erases anything. */
const confirmErasure = async (
  { client }: CommandContext,
  domain: string,
  { change, options }: { readonly change: contract.PolicyChange; readonly options: ConfirmedOptions },
): Promise<void> => {
  const { storeQuestions, retentionDays } = change
  if (storeQuestions === undefined && retentionDays === undefined) return
  const query = { storeQuestions: storeQuestions?.toString(), retentionDays: retentionDays?.toString() }
  const erasure = await client(contract.getErasure, { params: { domain }, query }, contract.erasureSchema)
  const loss = describeErasure(erasure, retentionDays)
  if (loss) await confirm(`This permanently erases what "${domain}" has of its readers: ${loss}.`, options)
}

const describePages = ({ pagesPath }: contract.Policy): string => (pagesPath === null ? 'no' : `yes, at ${pagesPath}`)

/** Shows the policy, after changing what the options say. */
const changePolicy = async (
  context: CommandContext,
  domain: string,
  { change, options }: { readonly change: contract.PolicyChange; readonly options: ConfirmedOptions },
): Promise<void> => {
  const { client, print } = context
  const params = { domain }
  const body = present(change)
  await confirmErasure(context, domain, { change, options })
  const policy =
    Object.keys(body).length > 0
      ? await client(contract.updatePolicy, { params, body }, contract.policySchema)
      : await client(contract.getPolicy, { params }, contract.policySchema)
  const rows = [
    ['Questions are stored', policy.storeQuestions ? 'yes' : 'no'],
    ['Days until everything is deleted', String(policy.retentionDays)],
    ['Pages are open without a key', describePages(policy)],
  ]
  const isElsewhere = policy.pagesPath !== null && policy.pagesPath !== `/sites/${domain}`
  const more = isElsewhere ? `\nTo open them at /sites/${domain}, prove the domain: sidenote sites prove ${domain}` : ''
  print(policy, writeTable([`POLICY OF ${domain}`, ''], rows) + more)
}

/** Adds `sites policy` to the program. */
export const addPolicyCommand = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  const description = 'show or change what a site keeps of questions, and who can read its pages'
  withConfirmation(clientCommand(sites, 'policy <domain>', description))
    .option('--store-questions', 'keep the text of questions, answers and searches without results')
    .option('--no-store-questions', 'don’t keep it, and erase what was kept')
    .option('--retention-days <days>', 'delete everything about a question after this many days', readDays)
    .option('--open-pages', 'serve llms.txt, llms-full.txt and pages as Markdown without a key')
    .option('--no-open-pages', 'serve them only with an assistant key')
    .action((domain: string, options: ConfirmedOptions & contract.PolicyChange) => {
      const { storeQuestions, retentionDays, openPages } = options
      return changePolicy(contextOf(options), domain, { change: { storeQuestions, retentionDays, openPages }, options })
    })
}
