import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers one request of git's smart HTTP protocol with Debian's own `git http-backend`, run as a CGI program.
 * `user` is set for somebody who may push.
 */
export function answerGit(
  request: IncomingMessage,
  response: ServerResponse,
  { root, path, user }: { root: string; path: string; user: string | undefined },
): void {
  const query = new URL(request.url ?? '/', 'http://forge').search.slice(1)
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      ...(user ? { REMOTE_USER: user } : {}),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  backend.stdin.on('error', () => {})
  request.pipe(backend.stdin)
  request.on('close', () => backend.stdin.end())
  let head: Buffer = Buffer.alloc(0)
  let begun = false
  backend.stdout.on('data', (chunk: Buffer) => {
    if (begun) {
      response.write(chunk)
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    begun = true
    writeHead(response, head.subarray(0, end).toString())
    response.write(head.subarray(end + 4))
  })
  backend.on('close', () => response.end())
  response.on('close', () => backend.kill())
}

function writeHead(response: ServerResponse, head: string): void {
  let status = 200
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*/, 2)
    if (name.toLowerCase() === 'status') status = Number(value.slice(0, 3))
    else response.setHeader(name, value)
  }
  response.writeHead(status)
}
