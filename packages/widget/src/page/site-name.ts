import type { WidgetOptions } from '../options.ts'

/** The name of the site as readers know it. */
export const siteName = ({ title }: WidgetOptions): string =>
  title || document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content || location.hostname
