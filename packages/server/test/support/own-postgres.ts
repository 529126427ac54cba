import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'

/** Where the programs of PostgreSQL are on Debian; `undefined`: nowhere. */
export const postgresPrograms = existsSync(installed)
  ? readdirSync(installed)
      .sort()
      .map((version) => join(installed, version, 'bin'))
      .findLast((folder) => existsSync(join(folder, 'initdb')))
  : undefined

/** PostgreSQL does not start as root: it then runs as the user that its package made. */
const findUser = async (): Promise<{ uid?: number; gid?: number }> => {
  if (userInfo().uid !== 0) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

/** A PostgreSQL of one’s own on a free port, that may be killed without harm to anybody else. */
export const startOwnPostgres = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const port = randomInt(20_000, 30_000)
  const user = { ...(await findUser()), cwd: folder }
  const call = (program: string, ...list: string[]) => run(join(postgresPrograms ?? '', program), list, user)
  await call('initdb', '-D', data, '-U', 'sidenote', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  const control = (...list: string[]) => call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...list)
  await control('-o', options, 'start')
  return {
    url: `postgres://sidenote@127.0.0.1:${port}/postgres`,
    /** As after a crash: every connection is cut, and the log is replayed. Resolves when it takes connections again. */
    restart: () => control('-o', options, '-m', 'immediate', 'restart'),
    stop: async () => {
      await control('-m', 'immediate', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
