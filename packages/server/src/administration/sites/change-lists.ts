import type { Site, SiteChange, Source, SourceRequest } from '@sidenote/contract'
import { invalidValue } from '../../errors.ts'
import { placeOf } from '../../sources/source.ts'
import { normalizeOrigin } from './write-origins.ts'

const mostOrigins = 100
const mostSources = 20

type Lists = Pick<Site, 'domain' | 'origins' | 'sources'>

/** Whether two sources read the same: one repository can be read several times, from other branches or folders. */
const isSame = (one: Source | SourceRequest, other: Source | SourceRequest): boolean => {
  if (placeOf(one) !== placeOf(other) || one.kind !== other.kind) return false
  return one.kind !== 'git' || other.kind !== 'git' || (one.branch === other.branch && one.folder === other.folder)
}

/** A source as it would be given again: its token stays, because it isn’t named. */
const requestOf = (source: Source): SourceRequest => {
  if (source.kind !== 'git') return source
  const { hasToken: _, ...request } = source
  return request
}

const refuseUnlisted = (
  field: string,
  removed: readonly string[],
  { domain, listed }: { domain: string; listed: readonly string[] },
): void => {
  for (const [index, one] of removed.entries()) {
    if (listed.includes(one)) continue
    throw invalidValue(
      `${field}[${index}]`,
      `The site "${domain}" doesn’t have "${one}". It has: ${listed.join(', ') || 'none'}.`,
    )
  }
}

/**
 * The origins of a site after a change; undefined when it leaves them as they are.
 *
 * @throws AppError `invalid_request` for one that isn’t listed, for more than 100, and when none would be left: then any page
 * could use the site’s keys
 */
export const changeOrigins = (
  { domain, origins: listed }: Lists,
  { origins, addOrigins = [], removeOrigins = [] }: SiteChange,
): string[] | undefined => {
  if (origins !== undefined) return origins ?? []
  if (addOrigins.length === 0 && removeOrigins.length === 0) return undefined
  const removed = removeOrigins.map(normalizeOrigin)
  refuseUnlisted('removeOrigins', removed, { domain, listed })
  const kept = listed.filter((origin) => !removed.includes(origin))
  const all = [...new Set([...kept, ...addOrigins.map(normalizeOrigin)])]
  if (all.length === 0) {
    throw invalidValue(
      'removeOrigins',
      `"${domain}" would list no origin, so any web page could use its keys. Add another origin, or send an empty list of origins to allow any.`,
    )
  }
  if (all.length > mostOrigins)
    throw invalidValue(
      'addOrigins',
      `"${domain}" would have ${all.length} origins, but at most ${mostOrigins} are allowed.`,
    )
  return all
}

/**
 * The sources of a site after a change; undefined when it leaves them as they are. A source that is replaced keeps its place
 * in their order.
 *
 * @throws AppError `invalid_request` for one that the site doesn’t have, for more than 20, and when none would be left
 */
export const changeSources = (
  { domain, sources: current }: Lists,
  { sources, addSources = [], removeSources = [] }: SiteChange,
): SourceRequest[] | undefined => {
  if (sources !== undefined) return sources
  if (addSources.length === 0 && removeSources.length === 0) return undefined
  refuseUnlisted('removeSources', removeSources, { domain, listed: current.map(placeOf) })
  const all = current.filter((source) => !removeSources.includes(placeOf(source))).map(requestOf)
  for (const source of addSources) {
    const index = all.findIndex((earlier) => isSame(earlier, source))
    if (index < 0) all.push(source)
    else all[index] = source
  }
  if (all.length === 0)
    throw invalidValue('removeSources', `"${domain}" would have no source. Add another one, or delete the site.`)
  if (all.length > mostSources)
    throw invalidValue(
      'addSources',
      `"${domain}" would have ${all.length} sources, but at most ${mostSources} are allowed.`,
    )
  return all
}
