import { createServer } from 'node:net'

/** A mail server that takes everything, and keeps what it was told. */
export const startMailServer = async () => {
  const said: string[] = []
  const state = { isRefusing: false }
  const server = createServer((socket) => {
    let isText = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      said.push(chunk.toString())
      if (isText) {
        if (!/\r\n\.\r\n$/.test(said.join(''))) return
        isText = false
        return void socket.write('250 taken\r\n')
      }
      const isData = /^DATA/i.test(chunk.toString())
      isText = isData && !state.isRefusing
      if (/^QUIT/i.test(chunk.toString())) return void socket.end('221 bye\r\n')
      if (isData && state.isRefusing) return void socket.write('451 come back later\r\n')
      socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, said, state, close: () => server.close() }
}
