import type { WidgetOptions } from './options.ts'

/** Longer ends of titles are sentences, not names. */
const longestName = 40

/** The last part of the page's title, where generators put the site's name. */
const endOfTitle = (): string | undefined =>
  document.title
    .split(/ [|–—·-] /)
    .slice(1)
    .at(-1)
    ?.trim()

/** The whole title, or its end, if a link up or home has the same text: then it's surely the site's name. */
function nameInTitle(): string | undefined {
  const name = endOfTitle() ?? document.title
  const { pathname: path } = location
  const leadsUp = ({ pathname }: HTMLAnchorElement) =>
    path.startsWith(pathname) && (pathname === '/' || pathname !== path)
  const links = [...document.querySelectorAll('a')]
  return links.some((link) => link.textContent?.trim() === name && leadsUp(link)) ? name : undefined
}

/** The name of the site as readers know it. */
export const siteName = ({ title }: WidgetOptions): string =>
  title ||
  document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ||
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ||
  nameInTitle() ||
  [endOfTitle()].find((name) => name && name.length <= longestName) ||
  location.hostname
