import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notifySystemd } from './systemd.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-systemd-'))
  const program = join(folder, 'systemd-notify')
  await writeFile(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${join(folder, 'said')}\n`)
  await chmod(program, 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

const said = () => readFile(join(folder, 'said'), 'utf8').catch(() => '')
const environment = () => ({ NOTIFY_SOCKET: '/run/notify', PATH: `${folder}${delimiter}${process.env.PATH}` })

test('systemd is told that the service is ready, lives and stops', async () => {
  const stop = notifySystemd({ ...environment(), WATCHDOG_USEC: '40000' })
  await expect.poll(said).toMatch(/^\/run\/notify READY=1\n(?:.* WATCHDOG=1\n){2}/)
  stop()
  await expect.poll(said).toMatch(/ STOPPING=1\n/)
})

test('without a watchdog only that it is ready, and elsewhere nothing', async () => {
  notifySystemd({ PATH: environment().PATH })()
  notifySystemd(environment())
  await expect.poll(said).toMatch(/READY=1/)
  expect(await said()).toMatch(/^\S+ READY=1\n$/)
})
