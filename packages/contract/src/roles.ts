import { z } from 'zod'

/** From the least to the most. */
const roles = ['viewer', 'editor', 'owner'] as const

/** What a person may do in their organization. */
export const roleSchema = z
  .enum(roles)
  .describe(
    '`viewer` reads; `editor` also changes sites, sources, settings and jobs; `owner` also keys, people and organizations.',
  )

/** What a person may do; see `roleSchema`. */
export type Role = z.infer<typeof roleSchema>

/** Whether a role includes everything that another one may do. */
export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
