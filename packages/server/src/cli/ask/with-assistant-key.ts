import * as contract from '@sidenote/contract'
import { z } from 'zod'
import type { CommandContext } from '../program-parts.ts'

interface Use {
  readonly domain: string
  /** A key that somebody has; without one, a key is created and revoked again. */
  readonly key: string | undefined
}

/** Does something with an assistant key of a site, as a reader’s browser would. */
export const withAssistantKey = async <Result>(
  { client }: Pick<CommandContext, 'client'>,
  { domain, key }: Use,
  use: (key: string) => Promise<Result>,
): Promise<Result> => {
  if (key !== undefined) return use(key)
  const body = { kind: 'assistant', site: domain, name: 'command line', expiresInDays: 1 }
  const created = await client(contract.createKey, { body }, contract.createdKeySchema)
  try {
    return await use(created.key)
  } finally {
    // It would expire by itself; what failed before is what matters.
    await client(contract.revokeKey, { params: { id: created.id } }, z.undefined()).catch(() => undefined)
  }
}
