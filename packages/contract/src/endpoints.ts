import {
  archiveAgentJob,
  cancelAgentJob,
  createAgentJob,
  getAgentJob,
  getAgentJobReport,
  getLocalPullRequest,
  listAgentJobs,
  sendAgentMessage,
  watchAgentJob,
} from './agent-jobs.ts'
import { sendAssistantMessage } from './assistant.ts'
import { listAudit } from './audit.ts'
import { getBudget, updateBudget } from './budget.ts'
import { getChallenge } from './challenge.ts'
import {
  createConnection,
  createToken,
  deleteConnection,
  getAuthorizationServer,
  getConnectionRequest,
  getProtectedResource,
  listConnections,
  registerClient,
  revokeToken,
} from './connections.ts'
import { deleteConversation, deleteReader, listTurns } from './conversations.ts'
import { sendDataStreamMessage } from './data-stream.ts'
import { listDeliveries, resendDelivery } from './deliveries.ts'
import { getDomainProof, proveDomain } from './domains.ts'
import { listEmptySearches } from './empty-searches.ts'
import type { Endpoint } from './endpoint.ts'
import { sendFeedback } from './feedback.ts'
import { sendHandOff } from './hand-off.ts'
import { getHealth, getReadiness } from './health.ts'
import { createIdentity, deleteIdentity } from './identity.ts'
import { checkModels, getInstallation } from './installation.ts'
import { createKey, getKey, listKeys, revokeKey } from './keys.ts'
import { getLook } from './look.ts'
import { listMails, resendMail } from './mails.ts'
import { getMcpServerCard, sendMcpMessage } from './mcp.ts'
import {
  createInvitation,
  deleteInvitation,
  deleteMember,
  deleteSession,
  joinOrganization,
  listMembers,
  listSessions,
  readInvitation,
  updateMember,
} from './members.ts'
import {
  createOrganization,
  createOrganizationKey,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts'
import { getAllPages, getPageList, getPageText } from './page-texts.ts'
import { getPage } from './pages.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  signInWithPasskey,
} from './passkeys.ts'
import { getErasure, getPolicy, updatePolicy } from './policy.ts'
import { createProject, deleteProject, getProject, listProjects, updateProject } from './projects.ts'
import { getOpenApi, getWidget, getWidgetFile } from './public-files.ts'
import { createJobFromQuestions, listQuestionGroups } from './question-groups.ts'
import { resumeAnswer, stopAnswer } from './running-answers.ts'
import { searchPages } from './search.ts'
import { getSession, setUpOwner, signIn, signOut } from './sessions.ts'
import { checkSiteMail, getSiteSettings, updateSiteSettings } from './settings.ts'
import { createShare, deleteShare, readShare } from './shares.ts'
import { beginSingleSignOn, finishSingleSignOn, getSignInMethods } from './single-sign-on.ts'
import { getSiteLimits, updateSiteLimits } from './site-limits.ts'
import { checkSiteModel, getSiteModel, updateSiteModel } from './site-model.ts'
import { createSite, deleteSite, getSite, listSites, updateSite } from './sites.ts'
import { listStarters } from './starters.ts'
import { getStatistics, getUsage } from './statistics.ts'
import { cancelSync, getSync, listSyncs, startSync } from './syncs.ts'
import {
  createTestQuestion,
  deleteTestQuestion,
  deleteTestRun,
  getTestRun,
  listTestQuestions,
  listTestRuns,
  startTestRun,
} from './test-questions.ts'
import { askQuestionsAgain, listTopics, updateQuestions } from './topics.ts'
import { tryQuestion } from './trials.ts'
import { createWebhook, deleteWebhook, receiveWebhook } from './webhooks.ts'

/** Every operation of the server, in the order of the manual. */
export const endpoints: readonly Endpoint[] = [
  getPage,
  searchPages,
  listStarters,
  getLook,
  sendAssistantMessage,
  resumeAnswer,
  stopAnswer,
  sendDataStreamMessage,
  sendFeedback,
  createShare,
  readShare,
  deleteShare,
  sendHandOff,
  getChallenge,
  createAgentJob,
  getAgentJob,
  listAgentJobs,
  sendAgentMessage,
  archiveAgentJob,
  cancelAgentJob,
  watchAgentJob,
  getAgentJobReport,
  getLocalPullRequest,
  sendMcpMessage,
  getMcpServerCard,
  getProtectedResource,
  getAuthorizationServer,
  registerClient,
  createToken,
  revokeToken,
  getConnectionRequest,
  createConnection,
  listConnections,
  deleteConnection,
  getPageList,
  getAllPages,
  getPageText,
  createSite,
  listSites,
  getSite,
  updateSite,
  deleteSite,
  getSiteSettings,
  updateSiteSettings,
  checkSiteMail,
  listMails,
  resendMail,
  getSiteModel,
  updateSiteModel,
  checkSiteModel,
  getSiteLimits,
  updateSiteLimits,
  getBudget,
  updateBudget,
  startSync,
  listSyncs,
  getSync,
  cancelSync,
  createWebhook,
  deleteWebhook,
  receiveWebhook,
  createIdentity,
  deleteIdentity,
  createKey,
  listKeys,
  getKey,
  revokeKey,
  listAudit,
  getSession,
  getSignInMethods,
  signIn,
  beginPasskeySignIn,
  signInWithPasskey,
  beginSingleSignOn,
  finishSingleSignOn,
  signOut,
  setUpOwner,
  readInvitation,
  joinOrganization,
  listSessions,
  deleteSession,
  listPasskeys,
  beginPasskey,
  createPasskey,
  deletePasskey,
  listMembers,
  updateMember,
  deleteMember,
  createInvitation,
  deleteInvitation,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  createOrganizationKey,
  getInstallation,
  checkModels,
  createProject,
  listProjects,
  getProject,
  updateProject,
  deleteProject,
  listDeliveries,
  resendDelivery,
  listQuestionGroups,
  createJobFromQuestions,
  getPolicy,
  getErasure,
  updatePolicy,
  getDomainProof,
  proveDomain,
  getStatistics,
  getUsage,
  listTurns,
  listTopics,
  updateQuestions,
  askQuestionsAgain,
  tryQuestion,
  listTestQuestions,
  createTestQuestion,
  deleteTestQuestion,
  startTestRun,
  listTestRuns,
  getTestRun,
  deleteTestRun,
  listEmptySearches,
  deleteConversation,
  deleteReader,
  getOpenApi,
  getHealth,
  getReadiness,
  getWidget,
  getWidgetFile,
]
