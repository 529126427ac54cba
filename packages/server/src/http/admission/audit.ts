import type { Endpoint } from '@sidenote/contract'
import type { Request, Response } from 'express'
import { type Act, beginAct, endAct, noteRefusal } from '../../administration/audit/audit.ts'
import type { Database } from '../../database/database.ts'
import type { KeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { hideKeys } from '../../watch/log.ts'
import { requestIdOf } from '../server/request-id.ts'
import { canonicalAddress } from './address.ts'

/** A request to an operation, and the key that it came with. */
export interface Asked {
  readonly declared: Endpoint
  readonly request: Request
  readonly response: Response
  readonly key: KeyRow
}

/** `fp` names a reader: who asks to forget one must not find it in the log afterwards. */
const targetOf = ({ path }: Endpoint, params: Request['params']): string =>
  hideKeys(path.replace(/\{(\w+)\}/g, (braces, name: string) => (name === 'fp' ? braces : String(params[name]))))

const actOf = ({ declared, request, response, key }: Asked, fields: readonly string[]): Act => ({
  ...{ key, fields, action: declared.operationId, target: targetOf(declared, request.params) },
  address: canonicalAddress(request.ip),
  origin: request.get('origin')?.slice(0, 300) ?? null,
  requestId: requestIdOf(response),
})

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'internal')

const createdBy = (declared: Endpoint, answer: unknown): string | null => {
  if (!(201 in declared.responses) || typeof answer !== 'object' || answer === null) return null
  if ('id' in answer && typeof answer.id === 'string') return answer.id
  return 'domain' in answer && typeof answer.domain === 'string' ? answer.domain : null
}

/** Lets an act happen, and keeps who did it and how it went. Reading is not kept. */
export const keepAct = async (
  database: Database,
  asked: Asked,
  { body, act }: { body: unknown; act: () => unknown },
): Promise<unknown> => {
  if (asked.key.kind !== 'administrator' || asked.declared.method === 'get') return act()
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const id = await beginAct(database, actOf(asked, fields))
  // Once it is done, it is answered: an entry whose end could not be written stays as `begun`.
  const end = (how: Parameters<typeof endAct>[2]) => endAct(database, id, how).catch(() => undefined)
  try {
    const answer = await act()
    await end({ outcome: 'done', code: null, created: createdBy(asked.declared, answer) })
    return answer
  } catch (error) {
    await end({ outcome: 'failed', code: codeOf(error), created: null })
    throw error
  }
}

/** Keeps that an administrator key was not let in. */
export const keepRefusal = async (database: Database, asked: Asked, error: unknown): Promise<void> => {
  if (asked.key.kind === 'administrator') await noteRefusal(database, actOf(asked, []), codeOf(error))
}
