import type { websiteSourceSchema } from '@sidenote/contract'
import type { z } from 'zod'
import type { ReadingLane } from '../../reading/reading.ts'
import type { Source, SourceContext, SourceItem } from '../source.ts'
import { Crawl, type CrawlCaps } from './crawl.ts'
import { createFetcher, type FetcherOptions } from './fetcher.ts'
import type { Visits } from './visits.ts'

export type WebsiteSettings = Omit<z.infer<typeof websiteSourceSchema>, 'kind'>

interface WebsiteOptions extends Pick<FetcherOptions, 'seconds' | 'resolve'> {
  reading: ReadingLane
  visits: Visits
  /** Largest page, in bytes. @default 4 MiB */
  mostBytes?: number
}

/** The pages of a website: those of a sitemap, or those that links from a start address lead to, below its folder. */
export function websiteSource(settings: WebsiteSettings, context: SourceContext, options: WebsiteOptions): Source {
  const caps: CrawlCaps = {
    pages: settings.maximumPages ?? 1_000,
    depth: settings.maximumDepth ?? 20,
    milliseconds: (settings.maximumMinutes ?? 60) * 60_000,
    bytes: options.mostBytes ?? 4 * 1024 * 1024,
    delayMilliseconds: settings.delayMilliseconds ?? 100,
  }
  return {
    read(signal): AsyncIterable<SourceItem> {
      const { allowedHosts } = settings
      const { reading, visits, mostBytes: _, ...more } = options
      const fetch = createFetcher({ allowedHosts, ...more })
      return new Crawl({ start: new URL(settings.url), caps, fetch, reading, visits, context, signal }).read()
    },
  }
}
