import { getLocalPullRequest } from '@sidenote/contract'
import { HostError } from '../../agent/hosts/host.ts'
import { readLocalPullRequest } from '../../agent/hosts/local.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { Routes } from '../mount/gate.ts'
import { paramsOf } from '../mount/read-request.ts'
import { routePath } from '../mount/route-path.ts'
import { pagePolicy, writePullRequestPage } from './local-pull-request-page.ts'

const readNumber = (text: string): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 && String(number) === text ? number : undefined
}

/** The repository of a project whose pull requests are pages of this server. */
const findRepository = async (database: Database, projectId: string): Promise<string | undefined> => {
  const project = await database
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select('repository')
    .where('projects.id', '=', projectId)
    .where('host_kind', '=', 'local')
    .where('trusted', '=', 1)
    .executeTakeFirst()
  return project?.repository
}

/**
 * Mounts the pages of pull requests of repositories on this machine. They are for people with a browser, so they need no
 * key: the project’s id (122 random bits) in the address is the secret, which only `prLink` tells.
 */
export const mountLocalPullRequests = ({ router, gate }: Routes): void => {
  router.get(routePath(getLocalPullRequest.path), async (request, response) => {
    const missing = new AppError('not_found', `There is no pull request at ${request.path}.`)
    const params = paramsOf<typeof getLocalPullRequest>(request)
    const repository = await findRepository(gate.database, params.projectId)
    const number = readNumber(params.number)
    if (repository === undefined || number === undefined) throw missing
    const pull = await readLocalPullRequest(repository, number).catch((error: unknown) => {
      // The repository itself is gone.
      if (error instanceof HostError && error.failure === 'missing') throw missing
      throw error
    })
    if (!pull) throw missing
    response.set('Content-Security-Policy', pagePolicy).type('html').send(writePullRequestPage(pull))
  })
}
