export { type AgentEvent, agentEventSchema, checkProblemSchema, type MessageMode } from './agent-events.ts'
export {
  type AgentJob,
  type AgentJobReport,
  type AgentJobRequest,
  type AgentJobs,
  type AgentJobsQuery,
  type AgentMessageRequest,
  type AgentTurn,
  type AgentUsage,
  agentJobReportSchema,
  agentJobSchema,
  agentJobsQuerySchema,
  agentJobsSchema,
  archiveAgentJob,
  cancelAgentJob,
  createAgentJob,
  getAgentJob,
  getAgentJobReport,
  getLocalPullRequest,
  type JobStatus,
  listAgentJobs,
  sendAgentMessage,
  watchAgentJob,
} from './agent-jobs.ts'
export {
  type CheckedCitation,
  type Choice,
  choicesSchema,
  type MessageMetadata,
  messageMetadataSchema,
  type NearestPage,
  type SourceMetadata,
  searchNoticeSchema,
  sourceMetadataSchema,
  suggestionsSchema,
} from './answer-parts.ts'
export {
  type AssistantRequest,
  assistantRequestSchema,
  attachmentLimits,
  type ContextItem,
  contextItemSchema,
  type RequestMessage,
  sendAssistantMessage,
} from './assistant.ts'
export { type Audit, type AuditEntry, type AuditQuery, auditQuerySchema, auditSchema, listAudit } from './audit.ts'
export { type Budget, type BudgetChange, budgetSchema, getBudget, updateBudget } from './budget.ts'
export { type Challenge, challengeSchema, getChallenge } from './challenge.ts'
export {
  type ClientMetadata,
  type Connection,
  type ConnectionQuery,
  type ConnectionRequest,
  connectionSchema,
  createConnection,
  createToken,
  deleteConnection,
  getAuthorizationServer,
  getConnectionRequest,
  getProtectedResource,
  listConnections,
  registerClient,
  revokeToken,
  type Tokens,
} from './connections.ts'
export {
  deleteConversation,
  deletedReaderSchema,
  deleteReader,
  listTurns,
  type Statement,
  statementSchema,
  type Turn,
  type Turns,
  type TurnsQuery,
  turnsQuerySchema,
  turnsSchema,
} from './conversations.ts'
export { type DataStreamRequest, sendDataStreamMessage } from './data-stream.ts'
export { type Delivery, deliveriesSchema, deliverySchema, listDeliveries, resendDelivery } from './deliveries.ts'
export { type DomainProof, domainProofSchema, getDomainProof, proveDomain } from './domains.ts'
export {
  type EmptySearch,
  type EmptySearches,
  type EmptySearchesQuery,
  emptySearchesQuerySchema,
  emptySearchesSchema,
  listEmptySearches,
} from './empty-searches.ts'
export type { Endpoint, KeyKind, Limit, PathParameters } from './endpoint.ts'
export { endpoints } from './endpoints.ts'
export { type FeedbackRequest, sendFeedback } from './feedback.ts'
export { type HandOffRequest, sendHandOff } from './hand-off.ts'
export { getHealth, getReadiness, type Health, readinessSchema } from './health.ts'
export { createdIdentitySchema, createIdentity, deleteIdentity } from './identity.ts'
export {
  checkModels,
  type Finding,
  getInstallation,
  type Installation,
  installationSchema,
  modelFindingsSchema,
} from './installation.ts'
export {
  type CreatedKey,
  createdKeySchema,
  createKey,
  getKey,
  type Key,
  type KeyRequest,
  keyRequestSchema,
  keySchema,
  listKeys,
  revokeKey,
} from './keys.ts'
export { addressesPerNetwork } from './limits.ts'
export { getLook, type Look, lookSchema } from './look.ts'
export { listMails, type Mail, resendMail } from './mails.ts'
export { getMcpServerCard, mcpMessageSchema, mcpServerCardSchema, sendMcpMessage } from './mcp.ts'
export {
  type CreatedInvitation,
  createInvitation,
  deleteInvitation,
  deleteMember,
  deleteSession,
  type Invitation,
  joinOrganization,
  listMembers,
  listSessions,
  type Member,
  type PersonSession,
  readInvitation,
  updateMember,
} from './members.ts'
export { writeOpenApi } from './openapi.ts'
export {
  type CreatedOrganization,
  createdOrganizationSchema,
  createOrganization,
  createOrganizationKey,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  type Organization,
  type OrganizationChange,
  type OrganizationRequest,
  organizationSchema,
  updateOrganization,
} from './organizations.ts'
export { getAllPages, getPageList, getPageText } from './page-texts.ts'
export { getPage, type Page, pageSchema } from './pages.ts'
export {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  type NewPasskey,
  type Passkey,
  signInWithPasskey,
  type UsedPasskey,
} from './passkeys.ts'
export {
  type Erasure,
  type ErasureQuery,
  erasureSchema,
  getErasure,
  getPolicy,
  type Policy,
  type PolicyChange,
  policySchema,
  updatePolicy,
} from './policy.ts'
export {
  agentProblemSchema,
  isAgentAddress,
  issueSchema,
  isTokenAddress,
  type Problem,
  type ProblemCode,
  type ProblemIssue,
  problemSchema,
  problemStatus,
} from './problem.ts'
export {
  type CodeHostKind,
  createProject,
  credentialsSchema,
  deleteProject,
  getProject,
  type HostCredentials,
  type JobLimits,
  jobLimitsSchema,
  listProjects,
  type Prices,
  type Project,
  type ProjectChange,
  type ProjectRequest,
  pricesSchema,
  projectSchema,
  updateProject,
  type WebhookEvent,
  webhookEventSchema,
  writableSchema,
} from './projects.ts'
export { getOpenApi, getWidget, getWidgetFile } from './public-files.ts'
export {
  createJobFromQuestions,
  listQuestionGroups,
  type QuestionGroup,
  questionGroupSchema,
  type ReaderQuestion,
} from './question-groups.ts'
export { includesRole, type Role, roleSchema } from './roles.ts'
export { resumeAnswer, resumeQuerySchema, stopAnswer } from './running-answers.ts'
export {
  type Filter,
  type SearchRequest,
  type SearchResult,
  searchPages,
  searchRequestSchema,
  searchResponseSchema,
} from './search.ts'
export {
  emailSchema,
  getSession,
  personNameSchema,
  type Session,
  sessionSchema,
  setUpOwner,
  signIn,
  signInAccountLimit,
  signOut,
} from './sessions.ts'
export {
  type AttachmentType,
  attachmentTypeSchema,
  checkSiteMail,
  getSiteSettings,
  type MailEvent,
  mailEventSchema,
  type SiteSettings,
  type SiteSettingsUpdate,
  siteSettingsSchema,
  updateSiteSettings,
} from './settings.ts'
export {
  type CreatedShare,
  createdShareSchema,
  createShare,
  deleteShare,
  readShare,
  type SharedAnswer,
  type ShareRequest,
  sharedAnswerSchema,
} from './shares.ts'
export {
  beginSingleSignOn,
  finishSingleSignOn,
  getSignInMethods,
  type SignInMethods,
  signInMethodsSchema,
} from './single-sign-on.ts'
export {
  getSiteLimits,
  type SiteLimits,
  type SiteLimitsChange,
  siteLimitsSchema,
  updateSiteLimits,
  type Window,
} from './site-limits.ts'
export {
  checkSiteModel,
  getSiteModel,
  type SiteModel,
  type SiteModelUpdate,
  siteModelSchema,
  updateSiteModel,
} from './site-model.ts'
export {
  createSite,
  deleteSite,
  getSite,
  listSites,
  type Site,
  type SiteChange,
  type SiteRequest,
  siteRequestSchema,
  siteSchema,
  updateSite,
} from './sites.ts'
export {
  gitSourceRequestSchema,
  openApiSourceSchema,
  type Source,
  type SourceRequest,
  sourceSchema,
  websiteSourceSchema,
} from './sources.ts'
export { listStarters, type Starters, startersQuerySchema, startersSchema } from './starters.ts'
export {
  type Counts,
  getStatistics,
  getUsage,
  type Statistics,
  type StatisticsQuery,
  statisticsQuerySchema,
  statisticsSchema,
  type Usage,
  type UsageQuery,
  usageSchema,
} from './statistics.ts'
export {
  type BrokenLink,
  cancelSync,
  getSync,
  listSyncs,
  type Sync,
  type SyncedSource,
  type SyncList,
  type SyncProblem,
  type SyncSummary,
  type SyncsQuery,
  startSync,
  syncSchema,
  syncsSchema,
} from './syncs.ts'
export {
  createTestQuestion,
  deleteTestQuestion,
  deleteTestRun,
  getTestRun,
  listTestQuestions,
  listTestRuns,
  mostTestQuestions,
  startTestRun,
  type TestFigures,
  type TestQuestion,
  type TestQuestionRequest,
  type TestResult,
  type TestRun,
  type TestRunResults,
  testFiguresSchema,
  testResultSchema,
  testRunResultsSchema,
  testRunSchema,
} from './test-questions.ts'
export {
  askQuestionsAgain,
  listTopics,
  type QuestionsChange,
  type Topic,
  type Topics,
  type TopicsQuery,
  topicsQuerySchema,
  topicsSchema,
  updateQuestions,
} from './topics.ts'
export {
  type ModelCallRecord,
  type Trial,
  type TrialRequest,
  trialSchema,
  triedSettingsSchema,
  tryQuestion,
} from './trials.ts'
export { createdWebhookSchema, createWebhook, deleteWebhook, receiveWebhook } from './webhooks.ts'
