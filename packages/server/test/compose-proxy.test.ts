import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from './support/listen.ts'
import { type Nginx, nginx, startNginx } from './support/nginx.ts'

const answerSchema = z.object({ address: z.string(), headers: z.record(z.string(), z.string()) })
const settings = new URL('../../../deploy/compose-proxy.conf', import.meta.url)
if (!nginx) console.log('There is no nginx on this machine: the proxy of compose.yaml is not tested.')

/** A record with an address of the name in the question, for as long as nginx wants. */
const writeAddress = (address: string): Buffer =>
  Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])

/** Answers every question with the addresses that are there now, as Docker does for the servers of one name. */
const startNames = async (addresses: () => readonly string[]) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const isIPv4 = question.readUInt16BE(question.length - 4) === 1
    const answers = isIPv4 ? addresses().map(writeAddress) : []
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8580, 2)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, question.subarray(12), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, close: () => socket.close() }
}

/** A server at an address of its own, which says what it was sent. */
const startServer = async (address: string, port: number, state: { stops: boolean }) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(state.stops ? 503 : 200)
    response.end(JSON.stringify({ address, headers: request.headers }))
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe.skipIf(!nginx)('the proxy of compose.yaml', () => {
  const hosts = ['127.0.0.2', '127.0.0.3']
  const states = hosts.map(() => ({ stops: false }))
  const closing: (() => void)[] = []
  let there = hosts
  let proxy: Nginx

  beforeAll(async () => {
    const port = await freePort()
    const names = await startNames(() => there)
    const servers = await Promise.all(hosts.map((host, at) => startServer(host, port, states[at] ?? { stops: true })))
    closing.push(names.close, ...servers.map(({ close }) => close))
    const text = await readFile(settings, 'utf8')
    proxy = await startNginx(nginx ?? '', (places) =>
      text
        .replace('127.0.0.11', `127.0.0.1:${names.port}`)
        .replace('listen 8080', `listen 127.0.0.1:${places.port}`)
        .replace('$servers:4000', `$servers:${port}`),
    )
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const close of closing) close()
  })

  const ask = async (headers = {}) => {
    const response = await fetch(`${proxy.url}/message`, { method: 'POST', body: '{}', headers })
    return { status: response.status, answer: answerSchema.parse(await response.json()) }
  }
  const askedHosts = async () =>
    new Set((await Promise.all(Array.from({ length: 8 }, () => ask()))).map(({ answer }) => answer.address))

  test('sends requests to all of them', async () => {
    expect(await askedHosts()).toEqual(new Set(hosts))
  })

  test('sends a question that a stopping server refuses to another', async () => {
    const [first] = states
    if (first) first.stops = true
    expect(await askedHosts()).toEqual(new Set(['127.0.0.3']))
    if (first) first.stops = false
  })

  test('finds the servers that are there now', async () => {
    there = ['127.0.0.2']
    await expect.poll(askedHosts).toEqual(new Set(['127.0.0.2']))
    there = hosts
    await expect.poll(askedHosts).toEqual(new Set(hosts))
  })

  test('adds nothing to what the proxy in front of it says', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const { answer } = await ask(headers)
    expect(answer.headers).toMatchObject({ ...headers, host: new URL(proxy.url).host })
  })
})
