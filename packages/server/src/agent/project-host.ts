import type { Seal } from '../database/seal.ts'
import type { ProjectRow } from '../database/tables.ts'
import type { CodeHost } from './hosts/host.ts'
import { openHost } from './hosts/open-host.ts'
import { openCredentials } from './projects.ts'

/** Opens the code host of a project with what the project signs in with. `localUrlOf` is that of `openHost`. */
export const openProjectHost = (seal: Seal, project: ProjectRow, localUrlOf: (number: number) => string): CodeHost => {
  const { host_kind: kind, repository, host_url: apiUrl } = project
  return openHost({ kind, repository, apiUrl, secret: openCredentials(seal, project) }, localUrlOf)
}
