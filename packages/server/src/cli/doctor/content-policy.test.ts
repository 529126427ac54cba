import { expect, test } from 'vitest'
import { allowsConnection, allowsImport, allowsScript, readPolicies } from './content-policy.ts'

const question = (url: string, nonce?: string) => ({ page: 'https://docs.acme.com', url: new URL(url), nonce })
const server = 'https://sidenote.acme.com/widget.js'

/** What a browser does with each, by the specification of CSP 3. */
test.each([
  ['', true],
  ["img-src 'none'", true],
  ["default-src 'self'", false],
  ["default-src 'self'; script-src https://sidenote.acme.com", true],
  ['script-src https://sidenote.acme.com/widget.js', true],
  ['script-src https://sidenote.acme.com/other/', false],
  ['script-src sidenote.acme.com', true],
  ['script-src http://sidenote.acme.com', true],
  ['script-src https://sidenote.acme.com:8443', false],
  ['script-src https://sidenote.acme.com:*', true],
  ['script-src *.acme.com', true],
  ['script-src *.sidenote.acme.com', false],
  ['script-src https:', true],
  ['script-src *', true],
  ["script-src 'none'", false],
  ["script-src 'nonce-n1'", true],
  ["script-src 'nonce-N1'", false],
  ["script-src 'strict-dynamic' https://sidenote.acme.com", false],
  ["script-src 'strict-dynamic' 'nonce-n1'", true],
  ["script-src https://sidenote.acme.com; script-src-elem 'self'", false],
  ["script-src https://sidenote.acme.com, script-src 'self'", false],
])('the policy "%s" lets the script load: %s', (policy, allowed) => {
  expect(readPolicies(policy).every((one) => allowsScript(one, question(server, 'n1')))).toBe(allowed)
})

test('a nonce lets the loader in, and what it imports only with strict-dynamic or the host', () => {
  const imports = (policy: string) => readPolicies(policy).every((one) => allowsImport(one, question(server, 'n1')))
  expect(imports("script-src 'nonce-n1'")).toBe(false)
  expect(imports("script-src 'nonce-n1' https://sidenote.acme.com")).toBe(true)
  expect(imports("script-src 'nonce-n1' 'strict-dynamic'")).toBe(true)
})

test('connections follow connect-src, else default-src', () => {
  const connects = (policy: string) => readPolicies(policy).every((one) => allowsConnection(one, question(server)))
  expect(connects("script-src 'none'")).toBe(true)
  expect(connects("default-src 'self'")).toBe(false)
  expect(connects("default-src 'self'; connect-src https://sidenote.acme.com")).toBe(true)
})
