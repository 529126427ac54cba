import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

const commit = 'a'.repeat(40)
const branch = `${commit} refs/heads/main\n`

/** A line of git's protocol: its length, then its text. */
const line = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
const flush = '0000'

/** Writes the same again and again, as fast as the other side reads. */
const pour = (response: ServerResponse, chunk: string | Buffer): void => {
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('error', () => {}).on('drain', write)
  write()
}

/** The head of a pack with one file of a terabyte, whose content is stored as it is. */
const packHead = (): Buffer => {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(1, 8)
  const blob = 3
  let left = 2 ** 40 / 16
  const size = [0x80 | (blob << 4)]
  for (; left >= 128; left = Math.floor(left / 128)) size.push(0x80 | (left % 128))
  return Buffer.concat([head, Buffer.from([...size, left, 0x78, 0x01])])
}

/** A git host whose list of branches, or whose pack, never ends. */
export const startEndlessGitHost = async (
  endless: 'branches' | 'pack',
): Promise<{ repository: string; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.url?.includes('/info/refs')) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      response.write(line('# service=git-upload-pack\n') + flush)
      if (endless === 'branches') {
        pour(response, line(branch).repeat(1_000))
        return
      }
      const first = line(`${commit} HEAD\0shallow filter allow-reachable-sha1-in-want symref=HEAD:refs/heads/main\n`)
      response.end(first + line(branch) + flush)
      return
    }
    const body: Buffer[] = []
    request.on('data', (chunk: Buffer) => body.push(chunk))
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
      response.write(line(`shallow ${commit}`) + flush)
      if (!Buffer.concat(body).includes('done')) {
        response.end()
        return
      }
      response.write(line('NAK\n'))
      response.write(packHead())
      pour(response, Buffer.concat([Buffer.from([0, 0xff, 0xff, 0, 0]), randomBytes(65_535)]))
    })
  })
  const { port, close } = await listen(server)
  return { repository: `http://127.0.0.1:${port}/endless.git`, close }
}
