import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './listen.ts'

const places = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx']

/** The nginx of this machine, if there is one. */
export const nginx = places.find((place) => spawnSync(place, ['-v']).status === 0)

export interface Nginx {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** What the settings of a site are made with. */
export interface NginxPlaces {
  /** Where nginx may write, and files that it serves are put. */
  readonly folder: string
  readonly port: number
}

/** A site as everybody writes it first: nothing is said about buffering. The server is below a path as well. */
const writeSite = (target: string, { port }: NginxPlaces): string => `
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${target};
    }
    location /docs/assistant/ {
      proxy_pass ${target}/;
    }
  }
`

/** The settings that Debian ships. */
const writeSettings = (folder: string, sites: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  types { text/html html; }
  default_type application/octet-stream;
  access_log ${folder}/access.log;
  gzip on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${sites}
}
`

const untilOpen = async (url: string, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`)
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await wait(20)
  }
}

/**
 * Starts nginx with its own settings, on a port of its own.
 *
 * @param site the server that it stands in front of, or the settings of its sites
 */
export const startNginx = async (
  program: string,
  site: string | ((places: NginxPlaces) => string | Promise<string>),
): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-nginx-'))
  // Its workers are another user, when it is started by root.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  const places = { folder, port }
  const sites = typeof site === 'string' ? writeSite(site, places) : await site(places)
  await writeFile(join(folder, 'nginx.conf'), writeSettings(folder, sites))
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilOpen(`${url}/healthz`, child)
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  return { url, stop }
}
