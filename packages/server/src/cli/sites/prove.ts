import * as contract from '@sidenote/contract'
import { CommandError } from '../command-error.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'

const describePlaces = ({ domain, file, record, line }: contract.DomainProof): string =>
  [
    `To prove that ${domain} is yours, put this line into a file at ${file},`,
    `or make it a TXT record of ${record}, then run this command again:`,
    '',
    line,
    '',
    'Leave it there: it is looked for every day.',
  ].join('\n')

/** Looks for the proof of a domain, and says where to put it while it isn’t there. */
const proveDomain = async ({ client, print, json }: CommandContext, domain: string): Promise<void> => {
  const params = { domain }
  const before = await client(contract.getDomainProof, { params }, contract.domainProofSchema)
  try {
    const proof = await client(contract.proveDomain, { params }, contract.domainProofSchema)
    const way = proof.provenBy === 'file' ? `the file at ${proof.file}` : `the TXT record of ${proof.record}`
    print(proof, `${domain} is proven by ${way}. Leave it there: it is looked for every day.`)
  } catch (error) {
    if (error instanceof CommandError && before.file !== null && !json)
      process.stdout.write(`${describePlaces(before)}\n`)
    throw error
  }
}

/** Adds `sites prove` to the program. */
export const addProveCommand = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  clientCommand(sites, 'prove <domain>', 'prove that a site’s domain is yours, to open its pages there').action(
    (domain: string, options: CommonOptions) => proveDomain(contextOf(options), domain),
  )
}
