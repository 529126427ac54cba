import * as contract from '@sidenote/contract'
import { z } from 'zod'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'

/** Only the secret goes to stdout, so that a script can read it from there. */
const createWebhook = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const webhook = await client(contract.createWebhook, { params: { domain } }, contract.createdWebhookSchema)
  print(webhook, webhook.secret)
  process.stderr.write(`Send the webhook to ${webhook.path} on this server. Its secret is shown only this once.\n`)
}

const deleteWebhook = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  await client(contract.deleteWebhook, { params: { domain } }, z.undefined())
  print({ domain, webhook: null }, `Removed the webhook of ${domain}.`)
}

/** As for webhooks. */
const createIdentity = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  const identity = await client(contract.createIdentity, { params: { domain } }, contract.createdIdentitySchema)
  print(identity, identity.secret)
  process.stderr.write('This secret is shown only this once. Keep it on the server that signs in your readers.\n')
}

const deleteIdentity = async ({ client, print }: CommandContext, domain: string): Promise<void> => {
  await client(contract.deleteIdentity, { params: { domain } }, z.undefined())
  print({ domain, identity: false }, `${domain} no longer accepts signed readers.`)
}

interface OffOptions extends CommonOptions {
  readonly off?: boolean
}

/** Adds `sites webhook` and `sites identity` to the program. */
export const addSecretCommands = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  clientCommand(sites, 'webhook <domain>', 'create a signed webhook that syncs a site; its secret is shown only once')
    .option('--off', 'remove the webhook')
    .addHelpText('after', '\nA new webhook replaces the earlier one.')
    .action((domain: string, options: OffOptions) =>
      (options.off ? deleteWebhook : createWebhook)(contextOf(options), domain),
    )
  clientCommand(sites, 'identity <domain>', 'create the secret with which your application signs its readers')
    .option('--off', 'no longer accept signed readers')
    .addHelpText('after', '\nA new secret replaces the earlier one.')
    .action((domain: string, options: OffOptions) =>
      (options.off ? deleteIdentity : createIdentity)(contextOf(options), domain),
    )
}
