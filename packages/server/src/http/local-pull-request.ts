import { getLocalPullRequest } from '@sidenote/contract'
import type { IRouter } from 'express'
import { readLocalPullRequest } from '../agent/hosts/local.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { pagePolicy, writePullRequestPage } from './local-pull-request-page.ts'
import { routePath } from './route.ts'

/**
 * Mounts the pages of pull requests of repositories on this machine. They are for people with a browser, so no key opens
 * them: whoever knows the id of the project (122 random bits), as `prLink` tells it, may read them.
 */
export const mountLocalPullRequests = (router: IRouter, database: Database): void => {
  router.get(routePath(getLocalPullRequest.path), async (request, response) => {
    const missing = new AppError('not_found', `There is no pull request at ${request.path}.`)
    const project = await database
      .selectFrom('projects')
      .select('repository')
      .where('id', '=', String(request.params.projectId))
      .where('host_kind', '=', 'local')
      .executeTakeFirst()
    if (!project || !/^\d{1,9}$/.test(String(request.params.number))) throw missing
    const pull = await readLocalPullRequest(project.repository, Number(request.params.number))
    if (!pull) throw missing
    response.set('Content-Security-Policy', pagePolicy).type('html').send(writePullRequestPage(pull))
  })
}
