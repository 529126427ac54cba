import { expect, test } from 'vitest'
import { objectionTo } from './support/contract.ts'
import { startTestServer } from './support/server.ts'

const received = { method: 'POST', path: '/discovery/v1/page/acme', status: 200, contentType: 'application/json' }

test('a response that the document does not declare is objected to', () => {
  const right = JSON.stringify({ path: 'a', content: 'b' })
  expect(objectionTo({ ...received, text: right })).toBeUndefined()
  expect(objectionTo({ ...received, text: '{"path":"a"}' })).toContain("must have required property 'content'")
  expect(objectionTo({ ...received, text: '{"path":"a","content":"b","secret":1}' })).toContain('additional properties')
  expect(objectionTo({ ...received, text: right, status: 418 })).toContain('does not declare')
  expect(objectionTo({ ...received, text: right, contentType: 'text/html' })).toContain('as text/html')
  expect(objectionTo({ ...received, text: '<html>' })).toContain('not JSON')
  expect(objectionTo({ ...received, text: 'Not found', path: '/nowhere', status: 404 })).toContain('no problem')
})

test('an event of an answer that is not as declared is objected to', () => {
  const stream = { ...received, path: '/discovery/v2/assistant/acme/message', contentType: 'text/event-stream' }
  const event = (part: object) => `data: ${JSON.stringify(part)}\n\n`
  expect(objectionTo({ ...stream, text: event({ type: 'start', messageMetadata: { threadId: 't' } }) })).toBeUndefined()
  expect(objectionTo({ ...stream, text: event({ type: 'start', messageMetadata: { model: 'm' } }) })).toContain(
    '"start" part that is not as declared',
  )
  expect(objectionTo({ ...stream, text: event({ type: 'data-search', data: {} }) })).toContain('query')
  expect(objectionTo({ ...stream, text: 'data: {broken\n\n' })).toContain('no JSON part')
})

test('what comes through fetch from a server of the tests is looked at', async () => {
  const { takeObjections } = await import('./support/contract.ts')
  const server = await startTestServer()
  const before = takeObjections().looked
  await server.send('/healthz', { method: 'GET' })
  expect(takeObjections().looked).toBe(before + 1)
  await server.stop()
})
