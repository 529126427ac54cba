import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './listen.ts'

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

/** A PostgreSQL of one’s own, that may be killed without harm to anybody else. */
export interface OwnPostgres {
  readonly url: string
  readonly port: number
  /** As after a crash: every connection is cut, and the log is replayed. Resolves when it takes connections again. */
  readonly restart: () => Promise<void>
  /** Every connection is cut, and the server is gone. */
  readonly crash: () => Promise<void>
  /** Of a standby: makes it the server that takes writes. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Program = (program: string, ...list: string[]) => Promise<unknown>

/** Starts PostgreSQL on a free port with the data that `fill` has put into a folder. */
const start = async (fill: (call: Program, data: string) => Promise<unknown>): Promise<OwnPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const port = await freePort()
  const user = { ...(await findUser()), cwd: folder }
  const call: Program = (program, ...list) => run(join(postgresPrograms ?? '', program), list, user)
  await fill(call, data)
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  const control = async (...list: string[]) => {
    await call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...list)
  }
  await control('-o', options, 'start')
  let isGone = false
  const crash = async () => {
    isGone = true
    await control('-m', 'immediate', 'stop')
  }
  return {
    url: `postgres://sidenote@127.0.0.1:${port}/postgres`,
    port,
    restart: () => control('-o', options, '-m', 'immediate', 'restart'),
    crash,
    promote: () => control('promote'),
    stop: async () => {
      if (!isGone) await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts an empty one. */
export const startOwnPostgres = (): Promise<OwnPostgres> =>
  start((call, data) =>
    call('initdb', '-D', data, '-U', 'sidenote', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'),
  )

/** Starts a standby of another one, that follows every write of it. */
export const startStandby = ({ port }: OwnPostgres): Promise<OwnPostgres> =>
  start((call, data) =>
    call(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'sidenote',
      '-D',
      data,
      '-R',
      '--no-sync',
      '-c',
      'fast',
    ),
  )
