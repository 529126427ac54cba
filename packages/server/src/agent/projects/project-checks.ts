import { createPrivateKey } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { HostCredentials } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { invalidValue } from '../../errors.ts'
import { isSafeForSecrets } from '../../git/git-credentials.ts'
import { isTrusted, untrusted } from '../../sources/trust.ts'
import { HostError } from '../hosts/host.ts'
import { openHost } from '../hosts/open-host.ts'
import type { AgentModels } from './agent-models.ts'

type Repository = Pick<ProjectRow, 'organization_id' | 'host_kind' | 'host_url' | 'repository'>

/**
 * Checks that a repository is a folder of this machine for the local host, and for others an address that a token may be
 * sent to.
 *
 * @throws AppError `invalid_request`
 */
export const checkRepository = async (
  database: Database,
  { organization_id, host_kind, host_url, repository }: Repository,
): Promise<void> => {
  if (host_kind === 'local') {
    if (!(await isTrusted(database, organization_id))) throw invalidValue('repository', untrusted(repository))
    return checkFolder(repository)
  }
  checkAddress('repository', repository)
  if (host_url !== null) checkAddress('host.url', host_url)
  try {
    openHost({ kind: host_kind, repository }, String)
  } catch (error) {
    throw invalidValue(
      'repository',
      error instanceof HostError ? error.message : `"${repository}" is not a repository.`,
    )
  }
}

const checkFolder = async (repository: string): Promise<void> => {
  if (!isAbsolute(repository)) {
    throw invalidValue(
      'repository',
      `With the local host, the repository must be an absolute path; it is "${repository}".`,
    )
  }
  const stats = await stat(repository).catch(() => undefined)
  if (!stats?.isDirectory()) {
    throw invalidValue('repository', `There is no folder "${repository}" on the server’s machine.`)
  }
}

const checkAddress = (path: string, address: string): void => {
  const url = URL.parse(address)
  if (url?.username || url?.password) {
    throw invalidValue(path, `${path} contains a user name or a secret; give those as credentials.`)
  }
  if (!url || !isSafeForSecrets(url)) {
    throw invalidValue(path, `${path} must be an https:// address; it is "${address}".`)
  }
}

/** Checks that credentials fit the host, and that the key of an App is one. @throws AppError `invalid_request` */
export const checkCredentials = (kind: ProjectRow['host_kind'], credentials: HostCredentials | null): void => {
  if (credentials?.kind !== 'app') return
  if (kind !== 'github') throw invalidValue('credentials', `GitHub Apps don't work with ${kind}. Use a token.`)
  try {
    createPrivateKey(credentials.privateKey)
  } catch {
    const message = 'credentials.privateKey is not a private key. Use the text of the .pem file that GitHub made.'
    throw invalidValue('credentials.privateKey', message)
  }
}

/** Checks that a model exists and can use tools. @throws AppError `invalid_request` */
export const checkModel = async (models: AgentModels, name: string): Promise<void> => {
  const opened = await models.open(name).catch((error: unknown) => {
    throw invalidValue('model', error instanceof Error ? error.message : `The model "${name}" cannot be used.`)
  })
  if (!opened) throw invalidValue('model', `The model "${name}" cannot use tools, so the agent cannot work with it.`)
}
