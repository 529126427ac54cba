import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SealedStore } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { beginClone } from '../repository/clone.ts'
import { tryPush } from '../repository/push.ts'
import { openProjectHost } from './project-host.ts'

const branch = 'sidenote/try'

/**
 * Does the first and the last steps of a job, and changes nothing: reads the repository, its branch and its folder, looks
 * for a pull request, and asks whether a branch may be pushed.
 *
 * @throws HostError
 */
export const tryProject = async (store: SealedStore, project: ProjectRow, signal: AbortSignal): Promise<void> => {
  const { host, publicOnly } = await openProjectHost(store, project, String)
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-'))
  try {
    const { place, network, baseCommit } = await beginClone({
      repository: project.repository,
      local: project.host_kind === 'local',
      publicOnly,
      ref: project.ref,
      branch,
      docsFolder: project.docs_folder,
      folder: join(folder, 'checkout'),
      credentials: (callSignal) => host.credentials(callSignal ?? signal),
      signal,
    })
    await tryPush({ place, network, signal }, { commit: baseCommit, branch })
    await host.findPullRequest(branch, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
