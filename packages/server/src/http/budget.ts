import * as contract from '@sidenote/contract'
import { readBudget } from '../administration/budgets/read-budget.ts'
import { updateBudget } from '../administration/budgets/update-budget.ts'
import { currentTime, type Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'

/** Mounts the daily budget of an organization. */
export const mountBudgetRoutes = (routes: Routes): void => {
  const { gate } = routes
  mountAdministration(routes, contract.getBudget, async ({ organizationId }) =>
    readBudget(gate.database, organizationId, await currentTime(gate)),
  )
  mountAdministration(routes, contract.updateBudget, async ({ body, organizationId }) =>
    updateBudget(gate.database, organizationId, { change: body, now: await currentTime(gate) }),
  )
}
