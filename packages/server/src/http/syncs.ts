import * as contract from '@sidenote/contract'
import { createSyncWebhook, deleteSyncWebhook, openSyncWebhook } from '../administration/syncs/sync-webhooks.ts'
import { readHold, type Syncs } from '../administration/syncs/syncs.ts'
import { AppError } from '../errors.ts'
import { type CsvColumn, sendCsv, wantsCsv, writeCsv } from './csv.ts'
import type { Routes } from './mount/gate.ts'
import { mountSite } from './mount/mount.ts'
import { paramsOf, readBytes } from './mount/read-request.ts'
import { routePath } from './mount/route-path.ts'

const columns: readonly CsvColumn<contract.SyncSummary>[] = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['started at', ({ startedAt }) => startedAt],
  ['finished at', ({ finishedAt }) => finishedAt],
  ['read', ({ read }) => read],
  ['changed', ({ changed }) => changed],
  ['unchanged', ({ unchanged }) => unchanged],
  ['removed', ({ removed }) => removed],
  ['failed', ({ failed }) => failed],
  ['problems', ({ problemCount }) => problemCount],
  ['error', ({ error }) => error],
]

/** Mounts the webhook that a repository’s host calls when the pages of a site have changed. */
const mountWebhook = ({ router, gate }: Routes, syncs: Pick<Syncs, 'start'>): void => {
  router.post(routePath(contract.receiveWebhook.path), async (request, response) => {
    // Bitbucket sends the second header; GitHub sends a weaker signature there, beside the first.
    const signature = request.get('x-hub-signature-256') ?? request.get('x-hub-signature')
    const token = request.get('x-gitlab-token')
    const { id } = paramsOf<typeof contract.receiveWebhook>(request)
    const site = await openSyncWebhook(gate, id, {
      signature,
      token,
      // The signature covers the bytes as they were sent.
      readBody: () => readBytes(request, response),
    })
    const hold = await readHold(gate.database, site.id)
    if (hold !== undefined) throw new AppError('conflict', hold)
    await syncs.start(site)
    response.status(202).end()
  })
}

/** Mounts syncs, and the webhooks that start them. */
export const mountSyncRoutes = (routes: Routes, syncs: Syncs): void => {
  const { gate } = routes
  mountSite(routes, contract.startSync, ({ site }) => syncs.start(site))
  mountSite(routes, contract.listSyncs, async ({ site, query, request, response }) => {
    const page = await syncs.list(site, query)
    if (!wantsCsv(request, query.format)) return page
    return sendCsv(response, { name: 'syncs.csv', csv: writeCsv(columns, page.syncs), nextCursor: page.nextCursor })
  })
  mountSite(routes, contract.cancelSync, ({ site, params }) => syncs.cancel(site, params.id))
  mountSite(routes, contract.getSync, ({ site, params }) => syncs.find(site, params.id))
  mountSite(routes, contract.createWebhook, ({ site }) => createSyncWebhook(gate, site))
  mountSite(routes, contract.deleteWebhook, ({ site }) => deleteSyncWebhook(gate.database, site))
  mountWebhook(routes, syncs)
}
