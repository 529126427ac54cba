import type { Limit } from './endpoint.ts'

const hour = 3_600

/** 10,000 requests of an organization in an hour: page and search share nothing, each has its own count. */
export const organizationHourly = (name: string): Limit => ({
  name: `${name}-organization-hour`,
  subject: 'organization',
  requests: 10_000,
  seconds: hour,
})

/** 10,000 requests of one client address in a day. */
export const addressDaily = (name: string): Limit => ({
  name: `${name}-address-day`,
  subject: 'address',
  requests: 10_000,
  seconds: 24 * hour,
})

/** 100 uses of a project in an hour. */
export const projectHourly = (name: string): Limit => ({
  name: `${name}-project-hour`,
  subject: 'project',
  requests: 100,
  seconds: hour,
})
