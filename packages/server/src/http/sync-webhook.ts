import * as contract from '@sidenote/contract'
import express, { type IRouter } from 'express'
import { openSyncWebhook } from '../administration/syncs/sync-webhooks.ts'
import type { Syncs } from '../administration/syncs/syncs.ts'
import type { Database } from '../database/database.ts'
import type { Seal } from '../database/seal.ts'
import { routePath } from './mount/mount.ts'

/** The signature is that of the bytes, whatever they mean. */
const readBytes = express.raw({ limit: '1mb', type: () => true, inflate: false })

/** Mounts the webhook by which a repository’s host tells that a site’s pages have changed. */
export const mountSyncWebhook = (
  router: IRouter,
  store: { database: Database; seal: Seal },
  syncs: Pick<Syncs, 'start'>,
): void => {
  router.post(routePath(contract.receiveWebhook.path), readBytes, async (request, response) => {
    const sent: unknown = request.body
    const body = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0)
    // The second is Bitbucket’s; GitHub sends a weaker one there, beside the first.
    const signature = request.get('x-hub-signature-256') ?? request.get('x-hub-signature')
    const token = request.get('x-gitlab-token')
    await syncs.start(await openSyncWebhook(store, String(request.params.id), { body, signature, token }))
    response.status(202).end()
  })
}
