import type { IRouter } from 'express'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { CallerReaders } from '../admission/caller.ts'
import type { Clock, TakeFromLimits } from '../admission/limits/decision.ts'

/** What every operation needs before its handler may run. */
export interface Gate extends CallerReaders {
  readonly database: Database
  /** Where browsers reach the server; undefined when that is where it listens. */
  readonly publicUrl: string | undefined
  /** Opens the secrets that applications sign their readers with. */
  readonly seal: Seal
  readonly takeFromLimits: TakeFromLimits
  /** Decides which day it is, for budgets. @default the clock of the machine */
  readonly clock?: Clock
}

/** Where operations are mounted, and what they have to pass. */
export interface Routes {
  readonly router: IRouter
  readonly gate: Gate
}

/** The current time by the gate’s clock. */
export const currentTime = async ({ clock }: Pick<Gate, 'clock'>): Promise<Date> =>
  clock ? new Date((await clock()) * 1_000) : new Date()
