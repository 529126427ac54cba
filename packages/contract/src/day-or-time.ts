import { z } from 'zod'

/** An ISO 8601 date, which means the start of that day in UTC, or a date-time in UTC or with an offset. */
export const dayOrTimeSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
