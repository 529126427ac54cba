import type { Limit } from './endpoint.ts'

const hour = 3_600

/** 10,000 requests per organization and hour. Each `name` has a count of its own. */
export const organizationHourly = (name: string): Limit => ({
  name: `${name}-organization-hour`,
  subject: 'organization',
  requests: 10_000,
  seconds: hour,
})

/** 10,000 requests per client address and day. */
export const addressDaily = (name: string): Limit => ({
  name: `${name}-address-day`,
  subject: 'address',
  requests: 10_000,
  seconds: 24 * hour,
})

/** 100 requests per project and hour. */
export const projectHourly = (name: string): Limit => ({
  name: `${name}-project-hour`,
  subject: 'project',
  requests: 100,
  seconds: hour,
})
