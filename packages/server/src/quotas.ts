/** What one organization, and all of them together, may use of a server. The operator sets it. */
export interface Quotas {
  /** Syncs that a process runs at a time. */
  readonly syncs: number
  /** Those of one organization among them. */
  readonly organizationSyncs: number
  /** Agent jobs of one organization that are worked on at a time, by all processes. */
  readonly organizationJobs: number
  /** Sites of one organization, and as many projects. */
  readonly organizationSites: number
  /** All that the repositories of one organization's sites may take on the disk. */
  readonly organizationBytes: number
  readonly sitePages: number
  /** The texts of all pages of a site. */
  readonly siteBytes: number
  /** Files of a repository's commit. */
  readonly repositoryFiles: number
  /** The files of a commit, and what git keeps of it. */
  readonly repositoryBytes: number
  /** Memory of one call of git. */
  readonly gitBytes: number
  /** With less than this left on the disk, nothing is fetched. */
  readonly diskReserveBytes: number
}

export const megabyte = 1_000_000

/** What holds unless the operator sets something else. */
export const usualQuotas: Quotas = {
  syncs: 4,
  organizationSyncs: 2,
  organizationJobs: 4,
  organizationSites: 1_000,
  organizationBytes: 20_000 * megabyte,
  sitePages: 50_000,
  siteBytes: 1_000 * megabyte,
  repositoryFiles: 200_000,
  repositoryBytes: 2_000 * megabyte,
  gitBytes: 500 * megabyte,
  diskReserveBytes: 1_000 * megabyte,
}

/** A number for a sentence, such as `50,000`. */
export const writeCount = (count: number): string => count.toLocaleString('en-US')

/** A size for a sentence, such as `2,000 MB`; of less than 10 MB with a digit behind the point. */
export const writeMegabytes = (bytes: number): string => {
  const megabytes = bytes / megabyte
  return `${writeCount(megabytes < 10 ? Math.ceil(megabytes * 10) / 10 : Math.ceil(megabytes))} MB`
}
