import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from './listen.ts'

/** A certificate that is its own authority, for this name and for a day. */
export const createCertificate = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'sidenote-test-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ')
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate, ...about], { stdio: 'ignore' })
  const texts = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  rmSync(folder, { recursive: true })
  return texts
}

/** Starts a website of this name that speaks https, on a free port of this machine. */
export const startSecureWebsite = async (name: string, answer: RequestListener) => {
  const { key, certificate } = createCertificate(name)
  const server = createServer({ key, cert: certificate }, answer)
  const { port, close } = await listen(server)
  return { port, certificate, close }
}
