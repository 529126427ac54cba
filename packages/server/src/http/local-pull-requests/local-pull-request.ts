import { getLocalPullRequest } from '@sidenote/contract'
import type { IRouter } from 'express'
import { HostError } from '../../agent/hosts/host.ts'
import { readLocalPullRequest } from '../../agent/hosts/local.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { routePath } from '../mount/mount.ts'
import { pagePolicy, writePullRequestPage } from './local-pull-request-page.ts'

/**
 * Mounts the pages of pull requests of repositories on this machine. They are for people with a browser, so no key opens
 * them: whoever knows the id of the project (122 random bits), as `prLink` tells it, may read them.
 */
export const mountLocalPullRequests = (router: IRouter, database: Database): void => {
  router.get(routePath(getLocalPullRequest.path), async (request, response) => {
    const missing = new AppError('not_found', `There is no pull request at ${request.path}.`)
    const project = await database
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select('repository')
      .where('projects.id', '=', String(request.params.projectId))
      .where('host_kind', '=', 'local')
      .where('trusted', '=', 1)
      .executeTakeFirst()
    if (!project || !/^\d{1,9}$/.test(String(request.params.number))) throw missing
    const pull = await readLocalPullRequest(project.repository, Number(request.params.number)).catch(
      (error: unknown) => {
        // The repository itself is gone.
        if (error instanceof HostError && error.failure === 'missing') throw missing
        throw error
      },
    )
    if (!pull) throw missing
    response.set('Content-Security-Policy', pagePolicy).type('html').send(writePullRequestPage(pull))
  })
}
