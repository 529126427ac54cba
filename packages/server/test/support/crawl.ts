import type { SourceItem } from '../../src/sources/source.ts'
import type { FetcherOptions } from '../../src/sources/website/fetcher.ts'
import type { Visit, Visits } from '../../src/sources/website/visits.ts'
import { type WebsiteSettings, websiteSource } from '../../src/sources/website/website.ts'
import { reading } from './reading.ts'
import type { Website } from './website.ts'

/** Visits that are kept for as long as the test keeps them. */
export const openTestVisits = (): Visits => {
  const stored = new Map<string, Visit>()
  return {
    find: async (url) => stored.get(url.href),
    store: async (visit) => void stored.set(visit.url, visit),
  }
}

export interface CrawlOptions extends Pick<FetcherOptions, 'seconds' | 'resolve'> {
  mostBytes?: number
  visits?: Visits
  isIndexed?: () => boolean
}

/** Reads a website that this machine serves, from its start unless told otherwise. */
export const crawlWebsite = async (
  site: Website,
  settings: Partial<WebsiteSettings> = {},
  { isIndexed = () => false, ...options }: CrawlOptions = {},
): Promise<SourceItem[]> => {
  const source = websiteSource(
    { url: `${site.url}/`, delayMilliseconds: 0, allowedHosts: [site.host], ...settings },
    { siteUrl: site.url, publicOnly: false, isIndexed },
    { reading, visits: openTestVisits(), ...options },
  )
  return Array.fromAsync(source.read(new AbortController().signal))
}

export const pathsOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'document' ? [item.document.path] : [])).sort()
export const failuresOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'failure' ? [`${item.failure.path}: ${item.failure.reason}`] : []))
export const gapsOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'incomplete' ? [item.failure.reason] : []))
export const leftOutOf = (items: readonly SourceItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'left-out' ? [item.failure.reason] : []))
export const textOf = (items: readonly SourceItem[], path: string): string | undefined =>
  items.flatMap((item) => (item.kind === 'document' && item.document.path === path ? [item.document.text] : []))[0]
