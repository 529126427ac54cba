import { z } from 'zod'
import { administration } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { createdKeySchema, keyCreationLimit } from './keys.ts'

const name = z.string().trim().min(1).max(200)

const isTrusted = z
  .boolean()
  .describe('Whether its administrators may name folders of the server’s machine, and hosts of its network.')

export const organizationRequestSchema = z.object({ name, isTrusted: isTrusted.optional() })

export const organizationChangeSchema = organizationRequestSchema.partial()

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    isOperator: z.boolean().describe('The first organization: its administrator keys open these operations.'),
    isTrusted,
    sites: z.int(),
    projects: z.int(),
    keys: z.int().describe('Keys that are neither revoked nor expired.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })

export const createdOrganizationSchema = organizationSchema
  .extend({ administratorKey: createdKeySchema.describe('Its first administrator key, shown this once.') })
  .meta({ id: 'CreatedOrganization' })

export const organizationKeyRequestSchema = z.object({ name: name.nullish() })

const operator = {
  ...administration,
  operatorOnly: true,
  description: 'For administrator keys of the first organization, the operator’s. All others get 403.',
} as const
const organization = { description: 'The organization.', schema: organizationSchema }
const noSuchOrganization = { description: 'No such organization.' }

export const createOrganization = endpoint({
  ...operator,
  operationId: 'createOrganization',
  method: 'post',
  path: '/admin/v1/organizations',
  summary: 'Add an organization with its first administrator key',
  limits: [keyCreationLimit],
  body: organizationRequestSchema,
  responses: { 201: { description: 'The organization and its key.', schema: createdOrganizationSchema } },
})

export const listOrganizations = endpoint({
  ...operator,
  operationId: 'listOrganizations',
  method: 'get',
  path: '/admin/v1/organizations',
  summary: 'List the organizations',
  responses: {
    200: { description: 'Oldest first.', schema: z.object({ organizations: z.array(organizationSchema) }) },
  },
})

export const getOrganization = endpoint({
  ...operator,
  operationId: 'getOrganization',
  method: 'get',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Fetch an organization',
  responses: { 200: organization, 404: noSuchOrganization },
})

export const updateOrganization = endpoint({
  ...operator,
  operationId: 'updateOrganization',
  method: 'patch',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Rename an organization, or trust it with the machine',
  description: `What is on the machine or in its network is read for it no more once it is trusted no more. ${operator.description}`,
  body: organizationChangeSchema,
  responses: {
    200: organization,
    404: noSuchOrganization,
    409: { description: 'It is the operator’s, which is trusted always.' },
  },
})

export const deleteOrganization = endpoint({
  ...operator,
  operationId: 'deleteOrganization',
  method: 'delete',
  path: '/admin/v1/organizations/{organizationId}',
  summary: 'Delete an organization with all that belongs to it',
  description: `Its sites, projects, keys, conversations and audit log. ${operator.description}`,
  responses: {
    204: { description: 'Deleted.' },
    404: noSuchOrganization,
    409: { description: 'It is the first organization, which cannot be deleted.' },
  },
})

export const createOrganizationKey = endpoint({
  ...operator,
  operationId: 'createOrganizationKey',
  method: 'post',
  path: '/admin/v1/organizations/{organizationId}/keys',
  summary: 'Make an administrator key for an organization that has lost its own',
  limits: [keyCreationLimit],
  body: organizationKeyRequestSchema,
  responses: { 201: { description: 'The key, shown this once.', schema: createdKeySchema }, 404: noSuchOrganization },
})

export type OrganizationRequest = z.infer<typeof organizationRequestSchema>
export type OrganizationChange = z.infer<typeof organizationChangeSchema>
export type Organization = z.infer<typeof organizationSchema>
export type CreatedOrganization = z.infer<typeof createdOrganizationSchema>
