import type { KeyRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** The organization of the first start. Whoever administrates it runs the server, and may make and delete others. */
export const operatorOrganization = 'default'

/** @throws AppError `operator_only`, whether or not there is what the request names. */
export const requireOperator = (key: Pick<KeyRow, 'organization_id'>): void => {
  if (key.organization_id === operatorOrganization) return
  throw new AppError(
    'operator_only',
    'This takes an administrator key of the operator: one of the first organization of this server.',
  )
}
