import type { Limit } from './endpoint.ts'

const minute = 60
const hour = 3_600

/** 10,000 requests per organization and hour. Each `name` has a count of its own. */
const organizationHourly = (name: string): Limit => ({
  name: `${name}-organization-hour`,
  subject: 'organization',
  requests: 10_000,
  seconds: hour,
})

/** A /48 network holds 65,536 IPv6 clients and can belong to one of them: it gets as much as this many addresses. */
export const addressesPerNetwork = 2

/** The same limit for the /48 network of an IPv6 client, so that nobody gets more by changing addresses. */
const forNetwork = (limit: Limit): Limit => ({
  ...limit,
  name: limit.name.replace('-address', '-network'),
  subject: 'network',
  requests: addressesPerNetwork * limit.requests,
})

/** A limit of an address, and that of its network. */
export const withNetwork = (limit: Limit): readonly Limit[] => [limit, forNetwork(limit)]

/** 10,000 requests per client address and day, and twice as many per network. */
export const addressDaily = (name: string): readonly Limit[] =>
  withNetwork({ name: `${name}-address-day`, subject: 'address', requests: 10_000, seconds: 24 * hour })

/** How much of its organization’s hour an address gets, and how much of that in a minute. */
interface Share {
  readonly perHour: number
  readonly perMinute: number
}

/**
 * What a public operation is limited by: the organization’s hour, and the share that one address of it gets, so that no client
 * uses up what others need.
 */
export const publicLimits = (name: string, { perHour, perMinute }: Share = { perHour: 2_000, perMinute: 600 }) => {
  const share = { subject: 'address', within: 'organization' } as const
  return [
    organizationHourly(name),
    ...withNetwork({ ...share, name: `${name}-address-hour`, requests: perHour, seconds: hour }),
    ...withNetwork({ ...share, name: `${name}-address-minute`, requests: perMinute, seconds: minute }),
  ] satisfies readonly Limit[]
}

/** 100 requests per project and hour. */
export const projectHourly = (name: string): Limit => ({
  name: `${name}-project-hour`,
  subject: 'project',
  requests: 100,
  seconds: hour,
})
