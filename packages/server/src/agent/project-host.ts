import type { Seal } from '../database/seal.ts'
import type { ProjectRow } from '../database/tables.ts'
import type { CodeHost, HostSettings } from './hosts/host.ts'
import { openHost } from './hosts/open-host.ts'
import { openCredentials } from './projects.ts'

/** Opens the code host of a project with what the project signs in with. `localUrlOf` is that of `openHost`. */
export const openProjectHost = (seal: Seal, project: ProjectRow, localUrlOf: (number: number) => string): CodeHost =>
  openHost(hostSettings(seal, project), localUrlOf)

const hostSettings = (seal: Seal, row: ProjectRow): HostSettings => {
  const credentials = openCredentials(seal, row)
  return {
    kind: row.host_kind,
    repository: row.repository,
    ...(row.host_url !== null && { apiUrl: row.host_url }),
    ...(credentials?.kind === 'token' && { secret: { kind: 'token', token: credentials.token } }),
    ...(credentials?.kind === 'app' && {
      secret: {
        kind: 'app',
        appId: credentials.appId,
        privateKey: credentials.privateKey,
        ...(typeof credentials.installationId === 'number' && { installationId: credentials.installationId }),
      },
    }),
  }
}
