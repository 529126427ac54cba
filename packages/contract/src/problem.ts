import { z } from 'zod'

/** Every error code with its HTTP status. Programs read `code`; people read `message`. */
export const problemStatus = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  missing_key: 401,
  unknown_key: 401,
  revoked_key: 401,
  expired_key: 401,
  ended_session: 401,
  sign_in_failed: 401,
  wrong_key_kind: 403,
  key_in_browser: 403,
  origin_not_allowed: 403,
  address_not_allowed: 403,
  scope_missing: 403,
  role_missing: 403,
  identity_not_proven: 403,
  operator_only: 403,
  proof_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  budget_exhausted: 429,
  internal: 500,
  not_ready: 503,
} as const satisfies Record<string, number>

/** What kind of error it is; see `problemStatus`. */
export type ProblemCode = keyof typeof problemStatus

/** One thing that is wrong with a request, and where. */
export const issueSchema = z.object({
  path: z
    .string()
    .describe('Location of the value, such as `messages[0].parts[0].text`. Empty for the request as a whole.'),
  message: z.string().describe('What is wrong with it, in a sentence.'),
})

/** The body of every error of every operation, including unknown addresses and broken JSON. */
export const problemSchema = z
  .object({
    message: z.string().describe('A sentence that names the thing and the value.'),
    code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
    requestId: z.string().describe('The same as in the `X-Request-Id` header and in the log.'),
    issues: z.array(issueSchema).optional().describe('With `invalid_request`: what is wrong, up to 50 issues.'),
  })
  .meta({ id: 'Problem', description: 'The body of every error.' })

/** The body of an agent operation's errors. Clients of the reference interface read `error`. */
export const agentProblemSchema = problemSchema
  .extend({ error: z.string().describe('The same as `message`.') })
  .meta({ id: 'AgentProblem', description: 'The body of every error of an agent operation.' })

/** Whether errors at this path carry `error` beside `message`. */
export const isAgentAddress = (path: string): boolean => path.startsWith('/v2/agent/')

/** The body of the errors of what MCP clients get tokens from, with the fields of OAuth beside ours. */
export const tokenProblemSchema = problemSchema
  .extend({
    error: z.string().describe('The code of OAuth: that of `code`, if OAuth knows it.'),
    error_description: z.string().describe('The same as `message`.'),
  })
  .meta({ id: 'TokenProblem', description: 'The body of every error of an operation below `/oauth/`.' })

/** Whether errors at this path have the fields of OAuth. */
export const isTokenAddress = (path: string): boolean => path.startsWith('/oauth/')

/** The body of an error; see `problemSchema`. */
export type Problem = z.infer<typeof problemSchema>
/** One thing that is wrong with a request; see `issueSchema`. */
export type ProblemIssue = z.infer<typeof issueSchema>
