import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@sidenote/contract'
import { adminKeyFile, readAdminKey } from '../../administration/keys/admin-key-file.ts'
import { hashKey } from '../../administration/keys/key-text.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { readSealKey } from '../../database/seal.ts'
import { findingsAbout, reasonOf } from '../../findings.ts'

const dayMilliseconds = 86_400_000
const soonDays = 14

/** Checks that the key for secrets can be used, as the start of the server does. */
export const checkSecretsKey = async ({
  dataFolder,
  secretsKey,
}: Pick<Config, 'dataFolder' | 'secretsKey'>): Promise<Finding[]> => {
  if (secretsKey === undefined && !existsSync(join(dataFolder, 'secrets.key'))) return []
  const failure = await readSealKey(dataFolder, secretsKey).then(() => undefined, reasonOf)
  const { problem } = findingsAbout('secrets key')
  return failure === undefined ? [] : [problem(`${failure}. Restore the earlier key, or secrets are lost.`)]
}

/** Checks that the key that the command line sends still opens the server. */
export const checkAdminKey = async (
  { adminKey, dataFolder }: Pick<Config, 'adminKey' | 'dataFolder'>,
  database: Database,
): Promise<Finding[]> => {
  const { warning, problem } = findingsAbout('administrator key')
  const place = adminKey ? 'SIDENOTE_ADMIN_KEY' : adminKeyFile(dataFolder)
  const text = adminKey ?? (await readAdminKey(dataFolder).catch(() => undefined))
  if (text === undefined) {
    return [
      warning(`There is none in ${place}. Commands that talk to the server need one there, or SIDENOTE_ADMIN_KEY.`),
    ]
  }
  const row = await database.selectFrom('keys').selectAll().where('hash', '=', hashKey(text)).executeTakeFirst()
  const renew =
    'Put a valid one there, or restart the server with a new one as SIDENOTE_ADMIN_KEY: "svc_" followed by what "openssl rand -hex 24" prints.'
  // At its next start, the server adds the key that the operator chose.
  if (!row) return adminKey ? [] : [problem(`The server doesn’t know the one in ${place}. ${renew}`)]
  const isExpired = row.expires_at !== null && Date.parse(row.expires_at) <= Date.now()
  const days = Math.ceil((Date.parse(row.expires_at ?? '') - Date.now()) / dayMilliseconds)
  if (!row.revoked_at && !isExpired) {
    return days <= soonDays
      ? [warning(`The one in ${place} expires in ${days} days. Create another first: sidenote keys create --admin`)]
      : []
  }
  const end = row.revoked_at ? `was revoked at ${row.revoked_at}` : `expired at ${row.expires_at}`
  return [problem(`The one in ${place} ${end}. ${adminKey ? 'Choose another.' : renew}`)]
}
