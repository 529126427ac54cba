import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { roleSchema } from './roles.ts'
import {
  badLink,
  emailSchema,
  otherOrigin,
  passwordSchema,
  personNameSchema,
  sessionResponse,
  signInOperation,
} from './sessions.ts'

const memberSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('When they last signed in or used a session, to the day.'),
  })
  .meta({ id: 'Member', description: 'A person of the organization.' })

const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: roleSchema,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation', description: 'Somebody who was invited and has not joined yet.' })

const createdInvitationSchema = invitationSchema
  .extend({ link: z.string().describe('The address to send them. Shown only this once; it can be used once.') })
  .meta({ id: 'CreatedInvitation' })

const ownSessionSchema = z
  .object({
    id: z.string(),
    browser: z.string().nullable().describe('As it names itself.'),
    address: z.string().nullable().describe('Address that the person signed in from.'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().describe('To the day.'),
    expiresAt: z.iso.datetime(),
    isCurrent: z.boolean().describe('Whether this request was sent with it.'),
  })
  .meta({ id: 'PersonSession', description: 'A browser in which a person has signed in.' })

const noSuchMember = { description: 'No such person in this organization.' }
const lastOwner = { description: 'It would leave the organization without an owner.' }

/** Lists the people of the organization, and who was invited. */
export const listMembers = endpoint({
  ...administration,
  operationId: 'listMembers',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/members',
  summary: 'List the people, and who was invited',
  responses: {
    200: {
      description: 'By name; invitations that can still be used, newest first.',
      schema: z.object({ members: z.array(memberSchema), invitations: z.array(invitationSchema) }),
    },
  },
})

/** Gives somebody another role. */
export const updateMember = endpoint({
  ...administration,
  operationId: 'updateMember',
  role: 'owner',
  method: 'patch',
  path: '/admin/v1/members/{id}',
  summary: 'Change what a person may do',
  body: z.object({ role: roleSchema }),
  responses: { 200: { description: 'The person.', schema: memberSchema }, 404: noSuchMember, 409: lastOwner },
})

/** Removes somebody from the organization, and ends their sessions. */
export const deleteMember = endpoint({
  ...administration,
  operationId: 'deleteMember',
  role: 'owner',
  method: 'delete',
  path: '/admin/v1/members/{id}',
  summary: 'Remove a person',
  description: 'Their sessions end, and streams that they read within a second. The audit log keeps their name.',
  responses: { 204: { description: 'Removed.' }, 404: noSuchMember, 409: lastOwner },
})

/** Invites somebody by a link. */
export const createInvitation = endpoint({
  ...administration,
  operationId: 'createInvitation',
  role: 'owner',
  method: 'post',
  path: '/admin/v1/invitations',
  summary: 'Invite a person',
  description:
    'The link can be used once, within seven days. A new invitation replaces an earlier one of the same person.',
  limits: [{ name: 'invitations-organization-hour', subject: 'organization', requests: 100, seconds: 3_600 }],
  body: z.object({ email: emailSchema, role: roleSchema }),
  responses: {
    201: { description: 'The invitation with its link.', schema: createdInvitationSchema },
    409: { description: 'The person can sign in already.' },
  },
})

/** Takes an invitation back. */
export const deleteInvitation = endpoint({
  ...administration,
  operationId: 'deleteInvitation',
  role: 'owner',
  method: 'delete',
  path: '/admin/v1/invitations/{id}',
  summary: 'Take an invitation back',
  responses: { 204: { description: 'Its link is of no use any more.' }, 404: { description: 'No such invitation.' } },
})

/** Lists where the person who asks is signed in. */
export const listSessions = endpoint({
  ...administration,
  operationId: 'listSessions',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sessions',
  summary: 'List where I am signed in',
  description: 'The sessions of the person who asks; a key has none.',
  responses: {
    200: { description: 'Newest first.', schema: z.object({ sessions: z.array(ownSessionSchema) }) },
  },
})

/** Ends a session of the person who asks. */
export const deleteSession = endpoint({
  ...administration,
  operationId: 'deleteSession',
  role: 'viewer',
  method: 'delete',
  path: '/admin/v1/sessions/{id}',
  summary: 'Sign out elsewhere',
  responses: {
    204: { description: 'It has ended, and streams that it reads end within a second.' },
    404: { description: 'No such session of yours.' },
  },
})

/** Says what an invitation is for, without using it. */
export const readInvitation = endpoint({
  ...signInOperation,
  operationId: 'readInvitation',
  path: '/dashboard/auth/invitation',
  summary: 'Read an invitation by its link',
  body: z.object({ token: z.string().min(1).max(200) }),
  responses: {
    200: {
      description: 'Who is invited to what.',
      schema: z.object({ email: z.string(), role: roleSchema, organization: z.string() }),
    },
    403: otherOrigin,
    404: badLink,
  },
})

/** Makes who was invited a person of the organization. */
export const joinOrganization = endpoint({
  ...signInOperation,
  operationId: 'joinOrganization',
  path: '/dashboard/auth/join',
  summary: 'Accept an invitation by its link',
  body: z.object({ token: z.string().min(1).max(200), name: personNameSchema, password: passwordSchema }),
  responses: {
    201: sessionResponse,
    403: otherOrigin,
    404: badLink,
    409: { description: 'Somebody with this e-mail address can sign in already.' },
  },
})

/** A person of the organization. */
export type Member = z.infer<typeof memberSchema>
/** Somebody who was invited and has not joined yet. */
export type Invitation = z.infer<typeof invitationSchema>
/** An invitation with its link. */
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>
/** A browser in which a person has signed in. */
export type PersonSession = z.infer<typeof ownSessionSchema>
