import * as contract from '@sidenote/contract'
import { present, readDays } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { writeTable } from '../table.ts'

/** Shows the policy, after changing what the options say. */
const changePolicy = async (
  { client, print }: CommandContext,
  domain: string,
  change: contract.PolicyChange,
): Promise<void> => {
  const params = { domain }
  const body = present(change)
  const policy =
    Object.keys(body).length > 0
      ? await client(contract.updatePolicy, { params, body }, contract.policySchema)
      : await client(contract.getPolicy, { params }, contract.policySchema)
  const yes = (value: boolean): string => (value ? 'yes' : 'no')
  const rows = [
    ['Questions are stored', yes(policy.storeQuestions)],
    ['Days until everything is deleted', String(policy.retentionDays)],
    ['Pages are open without a key', yes(policy.openPages)],
  ]
  print(policy, writeTable([`POLICY OF ${domain}`, ''], rows))
}

/** Adds `sites policy` to the program. */
export const addPolicyCommand = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  clientCommand(sites, 'policy <domain>', 'show or change what a site keeps of questions, and who can read its pages')
    .option('--store-questions', 'keep the text of questions, answers and searches without results')
    .option('--no-store-questions', 'don’t keep it, and erase what was kept')
    .option('--retention-days <days>', 'delete everything about a question after this many days', readDays)
    .option('--open-pages', 'serve llms.txt, llms-full.txt and pages as Markdown without a key')
    .option('--no-open-pages', 'serve them only with an assistant key')
    .action((domain: string, options: CommonOptions & contract.PolicyChange) => {
      const { storeQuestions, retentionDays, openPages } = options
      return changePolicy(contextOf(options), domain, { storeQuestions, retentionDays, openPages })
    })
}
