import type { SealedStore } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { isTrusted } from '../../sources/trust.ts'
import type { CodeHost } from '../hosts/host.ts'
import { openHost } from '../hosts/open-host.ts'
import { openCredentials } from './project-record.ts'

/** A code host, and whether the project's organization may only reach public ones. */
interface ProjectHost {
  readonly host: CodeHost
  readonly publicOnly: boolean
}

/** Opens the code host of a project with the project's credentials. `localUrlOf` is that of `openHost`. */
export const openProjectHost = async (
  { database, seal }: SealedStore,
  project: ProjectRow,
  localUrlOf: (number: number) => string,
): Promise<ProjectHost> => {
  const { host_kind: kind, repository, host_url: apiUrl } = project
  const publicOnly = !(await isTrusted(database, project.organization_id))
  const secret = openCredentials(seal, project)
  return { host: openHost({ kind, repository, apiUrl, secret, publicOnly }, localUrlOf), publicOnly }
}
