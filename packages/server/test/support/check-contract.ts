import { afterAll, afterEach } from 'vitest'
import { forgetServers, takeObjections } from './contract.ts'

// Responses are looked at when they have been read; a test fails that got one which the OpenAPI document does not declare.
afterEach(() => {
  const { objections } = takeObjections()
  if (objections.length > 0) throw new Error([...new Set(objections)].join('\n'))
})

// The next file may get the port of a server for a program that is none.
afterAll(forgetServers)
