/** The fields that most administration operations share: an administrator key, no limits, no body and no query. */
export const administration = {
  tag: 'Administration',
  key: 'administrator',
  limits: [],
  body: undefined,
  query: undefined,
} as const

/** The 404 response of operations on a site. */
export const noSuchSite = { description: 'No such site.' } as const
