/** The ids that an operation about a job needs. */
export interface JobAddress {
  readonly projectId: string
  readonly id: string
}
