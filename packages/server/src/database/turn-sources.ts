import type { Turn } from '@sidenote/contract'
import { z } from 'zod'
import type { TurnRow } from './tables.ts'

const sourcesSchema = z.array(
  z.object({
    number: z.int().nullable().default(null),
    title: z.string().nullable().default(null),
    path: z.string(),
    anchor: z.string().nullable(),
    url: z.string(),
  }),
)

/** The sources of a turn, as they were stored with it. */
export const sourcesOf = (row: Pick<TurnRow, 'sources_json'>): Turn['sources'] =>
  sourcesSchema.parse(JSON.parse(row.sources_json))
