import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** TXT records by name. A name without an entry doesn't exist; one with an empty list has no TXT record. */
export type TxtRecords = Record<string, readonly string[]>

const nameError = 3
const textType = 16

const readName = (packet: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  // The type and the class follow the empty label.
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A TXT record in pieces of at most 255 bytes, about the name of the question. */
const writeRecord = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 255) || 1 }, (_, index) =>
    bytes.subarray(index * 255, index * 255 + 255),
  )
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), piece])))
  const head = Buffer.from([0xc0, 0x0c, 0, textType, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff])
  return Buffer.concat([head, data])
}

const answer = (question: Buffer, records: TxtRecords): Buffer => {
  const { name, end } = readName(question)
  const texts = records[name]
  const type = question.readUInt16BE(end - 4)
  const answers = type === textType ? (texts ?? []).map(writeRecord) : []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8580 | (texts === undefined ? nameError : 0), 2)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12, end), ...answers])
}

/** Starts a DNS server, which this process asks from now on for all but the addresses of hosts. */
export const startDnsServer = async (records: TxtRecords) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answer(question, records), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const before = dns.getServers()
  /** Node makes new functions for other servers. */
  const ask = (servers: readonly string[]) => {
    dns.setServers(servers)
    syncBuiltinESMExports()
  }
  ask([`127.0.0.1:${socket.address().port}`])
  return {
    records,
    close: async () => {
      ask(before)
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}
