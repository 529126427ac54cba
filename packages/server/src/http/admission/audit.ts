import type { Endpoint } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { type Act, beginAct, endAct, noteRefusal } from '../../administration/audit/write-act.ts'
import type { Database } from '../../database/database.ts'
import type { KeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { hideKeys } from '../../watch/log.ts'
import { requestIdOf } from '../server/request-id.ts'
import { canonicalAddress } from './address.ts'

/** A request to an operation, with the key it came with. */
export interface KeyedRequest {
  readonly operation: Endpoint
  readonly request: Request
  readonly response: Response
  readonly key: KeyRow
}

/** `fp` names a reader: a reader who was deleted must not survive in the audit log. */
const targetOf = ({ path }: Endpoint, params: Request['params']): string =>
  hideKeys(path.replace(/\{(\w+)\}/g, (braces, name: string) => (name === 'fp' ? braces : String(params[name]))))

const actOf = ({ operation, request, response, key }: KeyedRequest, fields: readonly string[]): Act => ({
  key,
  action: operation.operationId,
  target: targetOf(operation, request.params),
  fields,
  address: canonicalAddress(request.ip),
  origin: request.get('origin')?.slice(0, 300) ?? null,
  requestId: requestIdOf(response),
})

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'internal')

/** Id or domain of what a 201 has created. */
const createdBy = (operation: Endpoint, answer: unknown): string | null => {
  if (!(201 in operation.responses) || typeof answer !== 'object' || answer === null) return null
  if ('id' in answer && typeof answer.id === 'string') return answer.id
  return 'domain' in answer && typeof answer.domain === 'string' ? answer.domain : null
}

/** Runs an act with an administrator key between two entries of the audit log: who began what, and how it ended. Reads aren’t logged. */
export const keepAct = async (
  database: Database,
  keyed: KeyedRequest,
  { body, act }: { body: unknown; act: () => unknown },
): Promise<unknown> => {
  if (keyed.key.kind !== 'administrator' || keyed.operation.method === 'get') return act()
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const id = await beginAct(database, actOf(keyed, fields))
  // The act is done, so it is answered: an entry whose end can’t be written stays `begun`.
  const end = (outcome: Parameters<typeof endAct>[2]) => endAct(database, id, outcome).catch(() => undefined)
  try {
    const answer = await act()
    await end({ outcome: 'done', code: null, created: createdBy(keyed.operation, answer) })
    return answer
  } catch (error) {
    await end({ outcome: 'failed', code: codeOf(error), created: null })
    throw error
  }
}

/** Logs that an administrator key was refused. */
export const keepRefusal = async (database: Database, keyed: KeyedRequest, error: unknown): Promise<void> => {
  if (keyed.key.kind === 'administrator') await noteRefusal(database, actOf(keyed, []), codeOf(error))
}
