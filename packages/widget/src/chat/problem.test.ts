import { describe, expect, it } from 'vitest'
import { AskProblem, problemOfError, problemOfResponse, readRetryAfter } from './problem.ts'

const refused = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  problemOfResponse(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))

describe('a refused question', () => {
  it('says when the reader may ask again', async () => {
    const problem = await refused(429, { message: 'Too many.', code: 'rate_limited' }, { 'retry-after': '40' })
    expect(problem).toMatchObject({ kind: 'rateLimited', retryAfter: 40, status: 429, retryable: true })
  })

  it('over the daily budget can’t be retried', async () => {
    const problem = await refused(429, { message: 'Spent.', code: 'budget_exhausted' }, { 'retry-after': '40000' })
    expect(problem).toMatchObject({ kind: 'budget', retryable: false })
    expect((await refused(429, { message: 'Too many.', code: 'constructor' })).kind).toBe('rateLimited')
  })

  it.each([
    [401, 'unknown_key', 'key'],
    [403, 'wrong_key_kind', 'key'],
    [403, 'key_in_browser', 'key'],
    [403, 'origin_not_allowed', 'origin'],
    [404, 'not_found', 'site'],
    [413, 'too_large', 'tooLong'],
  ])('with %i %s has the kind %s and can’t be retried', async (status, code, kind) => {
    expect(await refused(status, { message: 'A sentence.', code })).toMatchObject({ kind, code, retryable: false })
  })

  it('keeps the server’s sentence if there is no better one', async () => {
    expect(await refused(400, { message: 'messages is empty.', code: 'invalid_request' })).toMatchObject({
      kind: 'message',
      message: 'messages is empty.',
    })
  })

  it.each([
    [502, 'server'],
    [200, 'unreachable'],
    [401, 'unreachable'],
    [403, 'unreachable'],
    [404, 'unreachable'],
    [413, 'tooLong'],
    [429, 'rateLimited'],
  ])('by a proxy that answers %i with HTML isn’t blamed on the site', async (status, kind) => {
    const problem = await refused(status, '<html>Log in to this network.</html>')
    expect(problem).toMatchObject({ kind, code: `http_${status}`, retryable: kind !== 'tooLong' })
  })
})

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    ['0', 1],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 30],
    ['soon', 60],
    [null, 60],
  ])('%j is %i seconds', (header, seconds) => expect(readRetryAfter(header, 0)).toBe(seconds))
})

describe('a question that failed', () => {
  const network = new TypeError('network error')

  it('is offline, unreachable or cut', () => {
    expect(problemOfError(network, { hasText: false, isOnline: false }).kind).toBe('offline')
    expect(problemOfError(network, { hasText: false, isOnline: true }).kind).toBe('unreachable')
    expect(problemOfError(network, { hasText: true, isOnline: true }).kind).toBe('cut')
  })

  it('keeps the sentence from the stream', () => {
    expect(
      problemOfError(new Error('The model did not answer in time.'), { hasText: false, isOnline: true }),
    ).toMatchObject({
      kind: 'message',
      message: 'The model did not answer in time.',
    })
  })

  it('is retryable if the server says so, and when it says', () => {
    const broken = { hasText: false, isOnline: true }
    const error = new Error('The model is overloaded.')
    expect(problemOfError(error, { ...broken, details: { retryable: false } }).retryable).toBe(false)
    expect(problemOfError(error, { ...broken, details: { retryable: true, retryAfterSeconds: 7 } })).toMatchObject({
      retryable: true,
      retryAfter: 7,
    })
  })

  it('doesn’t show a library’s message', () => {
    const error = Object.assign(new Error('Type validation failed'), { name: 'AI_TypeValidationError' })
    expect(problemOfError(error, { hasText: false, isOnline: true }).kind).toBe('server')
  })

  it('keeps a problem that is already known', () => {
    const problem = new AskProblem('rateLimited', 'Too many.', { retryAfter: 3 })
    expect(problemOfError(problem, { hasText: true, isOnline: true })).toBe(problem)
  })
})
