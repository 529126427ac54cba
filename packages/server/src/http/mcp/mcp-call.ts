import type { Request, Response } from 'express'
import type { SiteRow } from '../../database/tables.ts'
import type { AnswerDependencies } from '../answers/begin-answer.ts'
import type { Routes } from '../mount/gate.ts'

/** What MCP servers are made with. */
export interface McpDependencies extends AnswerDependencies {
  readonly version: string
  readonly config: { readonly publicUrl: string | undefined }
}

/** One message to the MCP server of a site. */
export interface McpCall {
  readonly routes: Routes
  readonly dependencies: McpDependencies
  readonly site: SiteRow
  /** Whether the pages of the site are open to everybody. */
  readonly isOpen: boolean
  /** Whether questions can be asked: an agent can’t give the proof of work that some sites want. */
  readonly hasAsk: boolean
  readonly request: Request
  readonly response: Response
  /** Fires when the client has gone. */
  readonly signal: AbortSignal
}
