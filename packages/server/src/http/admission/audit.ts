import type { Endpoint } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { type Act, beginAct, endAct, noteRefusal } from '../../administration/audit/write-act.ts'
import type { Caller } from '../../administration/people/caller.ts'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { hideKeys } from '../../watch/log.ts'
import { requestIdOf } from '../server/request-id.ts'
import { canonicalAddress } from './address.ts'

/** A request to an operation, and who sent it. */
export interface CalledRequest {
  readonly operation: Endpoint
  readonly request: Request
  readonly response: Response
  readonly caller: Caller
}

/** `fp` names a reader: a reader who was deleted must not survive in the audit log. */
const targetOf = ({ path }: Endpoint, params: Request['params']): string =>
  hideKeys(path.replace(/\{(\w+)\}/g, (braces, name: string) => (name === 'fp' ? braces : String(params[name]))))

const actOf = ({ operation, request, response, caller }: CalledRequest, fields: readonly string[]): Act => ({
  caller,
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

/** Runs an act with an administrator key or of a person between two entries of the audit log: who began what, and how it ended. Reads aren’t logged. */
export const keepAct = async (
  database: Database,
  called: CalledRequest,
  { body, act }: { body: unknown; act: () => unknown },
): Promise<unknown> => {
  if (called.caller.kind === 'assistant' || called.operation.method === 'get') return act()
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const id = await beginAct(database, actOf(called, fields))
  // The act is done, so it is answered: an entry whose end can’t be written stays `begun`.
  const end = (outcome: Parameters<typeof endAct>[2]) => endAct(database, id, outcome).catch(() => undefined)
  try {
    const answer = await act()
    await end({ outcome: 'done', code: null, created: createdBy(called.operation, answer) })
    return answer
  } catch (error) {
    await end({ outcome: 'failed', code: codeOf(error), created: null })
    throw error
  }
}

/** Logs that an administrator key or a person was refused. */
export const keepRefusal = async (database: Database, called: CalledRequest, error: unknown): Promise<void> => {
  if (called.caller.kind !== 'assistant') await noteRefusal(database, actOf(called, []), codeOf(error))
}
