import type { Logger } from 'pino'
import { addTokens, takeAnswer } from '../administration/budgets/spend-budget.ts'
import type { Usage } from '../assistant/models/model-call.ts'
import { currentTime, type Gate } from './mount/gate.ts'

/** What charges the budget of an organization: an answer when it begins, and tokens as models use them. */
export const openCharge = (gate: Gate, organizationId: string, log: Logger) => ({
  /** @throws AppError `budget_exhausted` */
  admit: async (): Promise<void> => takeAnswer(gate.database, organizationId, await currentTime(gate)),
  onUsage: ({ input, output }: Usage): void =>
    void currentTime(gate)
      .then((now) => addTokens(gate.database, organizationId, { tokens: input + output, now }))
      .catch((error: unknown) => log.error({ err: error }, 'could not count tokens')),
})
