import type { WidgetOptions } from './options.ts'

/** The last part of the page's title, where generators put the site's name, if a link up or home has the same text. */
function nameInTitle(): string | undefined {
  const name = document.title.split(/ [|–—·-] /).at(-1)
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
  nameInTitle() ||
  location.hostname
