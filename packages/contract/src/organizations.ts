import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { createdKeySchema, keyCreationLimit } from './keys.ts'

const name = z.string().trim().min(1).max(200)

const isTrusted = z
  .boolean()
  .describe('Whether its administrators may use folders on the server’s machine and hosts in its network.')

const organizationRequestSchema = z.object({ name, isTrusted: isTrusted.optional() })

const organizationChangeSchema = organizationRequestSchema.partial()

/** An organization as the operator sees it, with counts of what it has. */
export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    isOperator: z.boolean().describe('True for the first organization. Its administrator keys open these operations.'),
    isTrusted,
    sites: z.int(),
    projects: z.int(),
    keys: z.int().describe('Keys that are neither revoked nor expired.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })

/** A new organization with its first administrator key, which is in no other answer. */
export const createdOrganizationSchema = organizationSchema
  .extend({ administratorKey: createdKeySchema.describe('Its first administrator key. Shown only this once.') })
  .meta({ id: 'CreatedOrganization' })

const organizationKeyRequestSchema = z.object({ name: name.nullish() })

const operator = {
  ...administration,
  operatorOnly: true,
  description: 'For administrator keys of the first organization, the operator’s. Others get 403.',
} as const
const organization = { description: 'The organization.', schema: organizationSchema }
const noSuchOrganization = { description: 'No such organization.' }

/** Adds an organization. For the operator. */
export const createOrganization = endpoint({
  ...operator,
  operationId: 'createOrganization',
  role: 'owner',
  method: 'post',
  path: '/admin/v1/organizations',
  summary: 'Add an organization with its first administrator key',
  limits: [keyCreationLimit],
  body: organizationRequestSchema,
  responses: { 201: { description: 'The organization and its key.', schema: createdOrganizationSchema } },
})

/** Lists all organizations, the operator's first. For the operator. */
export const listOrganizations = endpoint({
  ...operator,
  operationId: 'listOrganizations',
  role: 'owner',
  method: 'get',
  path: '/admin/v1/organizations',
  summary: 'List the organizations',
  responses: {
    200: { description: 'Oldest first.', schema: z.object({ organizations: z.array(organizationSchema) }) },
  },
})

/** Fetches one organization. For the operator. */
export const getOrganization = endpoint({
  ...operator,
  operationId: 'getOrganization',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Fetch an organization',
  responses: { 200: organization, 404: noSuchOrganization },
})

/** Changes an organization's name and trust. For the operator, whose own trust can't be taken away. */
export const updateOrganization = endpoint({
  ...operator,
  operationId: 'updateOrganization',
  role: 'owner',
  method: 'patch',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Rename an organization, or change its trust',
  description: `Once it isn’t trusted, nothing on the machine or in its network is read for it any more. ${operator.description}`,
  body: organizationChangeSchema,
  responses: {
    200: organization,
    404: noSuchOrganization,
    409: { description: 'It is the operator’s, which is always trusted.' },
  },
})

/** Deletes an organization and everything stored for it. For the operator, whose own can't be deleted. */
export const deleteOrganization = endpoint({
  ...operator,
  operationId: 'deleteOrganization',
  role: 'owner',
  method: 'delete',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Delete an organization and everything that belongs to it',
  description: `Deletes its sites, projects, keys, conversations and audit log. ${operator.description}`,
  responses: {
    204: { description: 'Deleted.' },
    404: noSuchOrganization,
    409: { description: 'It is the first organization, which cannot be deleted.' },
  },
})

/** Creates an administrator key for another organization, such as one that lost its own. For the operator. */
export const createOrganizationKey = endpoint({
  ...operator,
  operationId: 'createOrganizationKey',
  role: 'owner',
  method: 'post',
  path: '/admin/v1/organizations/{organizationId}/keys',
  summary: 'Create an administrator key for an organization that lost its own',
  limits: [keyCreationLimit],
  body: organizationKeyRequestSchema,
  responses: {
    201: { description: 'The key. Shown only this once.', schema: createdKeySchema },
    404: noSuchOrganization,
  },
})

/** Body of `createOrganization`. */
export type OrganizationRequest = z.infer<typeof organizationRequestSchema>
/** Body of `updateOrganization`. Absent fields stay. */
export type OrganizationChange = z.infer<typeof organizationChangeSchema>
/** An organization as the operator sees it; see `organizationSchema`. */
export type Organization = z.infer<typeof organizationSchema>
/** A new organization with its first key; see `createdOrganizationSchema`. */
export type CreatedOrganization = z.infer<typeof createdOrganizationSchema>
