import * as contract from '@sidenote/contract'
import { Option } from 'commander'
import { z } from 'zod'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import type { CommandContext, ProgramParts } from '../program-parts.ts'

interface SecretOptions extends ConfirmedOptions {
  readonly new?: boolean
  readonly off?: boolean
}

const fetchSite = ({ client }: CommandContext, domain: string): Promise<contract.Site> =>
  client(contract.getSite, { params: { domain } }, contract.siteSchema)

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

/** Shows the webhook of a site, unless an option says what to do with it. */
const changeWebhook = async (context: CommandContext, domain: string, options: SecretOptions): Promise<void> => {
  const { webhook } = await fetchSite(context, domain)
  if (webhook !== null && (options.new || options.off)) {
    const loss = `The webhook ${webhook} of "${domain}" and its secret stop working: whoever calls it no longer syncs the site.`
    await confirm(loss, options)
  }
  if (options.off) return deleteWebhook(context, domain)
  if (options.new) return createWebhook(context, domain)
  const none = `${domain} has no webhook. Create one with "sidenote sites webhook ${domain} --new".`
  context.print({ domain, webhook }, webhook === null ? none : `${domain} is synced by ${webhook} on this server.`)
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

/** Shows whether a site accepts signed readers, unless an option says what to do with its secret. */
const changeIdentity = async (context: CommandContext, domain: string, options: SecretOptions): Promise<void> => {
  const { signedReaders: identity } = await fetchSite(context, domain)
  if (identity && (options.new || options.off)) {
    const loss = `The secret that signs the readers of "${domain}" stops working: until your application has another one, its readers are refused.`
    await confirm(loss, options)
  }
  if (options.off) return deleteIdentity(context, domain)
  if (options.new) return createIdentity(context, domain)
  const none = `${domain} doesn’t accept signed readers. Create a secret with "sidenote sites identity ${domain} --new".`
  context.print({ domain, identity }, identity ? `${domain} accepts signed readers.` : none)
}

/** Adds `sites webhook` and `sites identity` to the program. */
export const addSecretCommands = ({ clientCommand, contextOf, sites }: ProgramParts): void => {
  withConfirmation(
    clientCommand(sites, 'webhook <domain>', 'show, create or remove the signed webhook that syncs a site'),
  )
    .option('--new', 'create it; its secret is shown only once, and an earlier webhook stops working')
    .addOption(new Option('--off', 'remove it').conflicts('new'))
    .action((domain: string, options: SecretOptions) => changeWebhook(contextOf(options), domain, options))
  withConfirmation(
    clientCommand(
      sites,
      'identity <domain>',
      'show, create or remove the secret with which your application signs its readers',
    ),
  )
    .option('--new', 'create it; it is shown only once, and an earlier secret stops working')
    .addOption(new Option('--off', 'no longer accept signed readers').conflicts('new'))
    .action((domain: string, options: SecretOptions) => changeIdentity(contextOf(options), domain, options))
}
