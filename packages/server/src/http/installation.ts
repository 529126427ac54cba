import * as contract from '@sidenote/contract'
import { checkModels } from '../assistant/models/check-models.ts'
import type { Config } from '../config.ts'
import { type Database, engineOf } from '../database/database.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

interface InstallationDependencies {
  readonly config: Config
  readonly version: string
}

/** How the server was started: by an explicit list, so that no secret gets into it. */
const describeInstallation = async (
  database: Database,
  { config, version }: InstallationDependencies,
): Promise<contract.Installation> => {
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return {
    id,
    version,
    database: engineOf(database),
    dataFolder: config.dataFolder,
    redis: config.redisUrl !== undefined,
    model: config.model ?? null,
    fallbackModel: config.fallbackModel ?? null,
    embeddingModel: config.embeddingModel ?? null,
    rerankingModel: config.rerankingModel ?? null,
    checkingModel: config.checkingModel ?? null,
    publicUrl: config.publicUrl ?? null,
    trustedProxies: config.trustedProxies,
    agentWorkers: config.agentWorkers,
    upstream: config.upstream?.url ?? null,
  }
}

/** Mounts what the operator sees of the running server. */
export const mountInstallationRoutes = (routes: Routes, dependencies: InstallationDependencies): void => {
  const { database } = routes.gate
  mountAdministration(routes, contract.getInstallation, () => describeInstallation(database, dependencies))
  mountAdministration(routes, contract.checkModels, async ({ body }) => ({
    findings: await checkModels(dependencies.config, body.askModels === true),
  }))
}
