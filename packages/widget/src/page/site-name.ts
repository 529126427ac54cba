import type { WidgetOptions } from './options.ts'

/** What stands last in the page's title, as generators write it, where a link that leads up or home says the same. */
function nameInTitle(): string | undefined {
  const name = document.title.split(/ [|–—·-] /).at(-1)
  const { pathname: here } = location
  const saysIt = ({ textContent, pathname }: HTMLAnchorElement) =>
    textContent?.trim() === name && here.startsWith(pathname) && (pathname === '/' || pathname !== here)
  return [...document.querySelectorAll('a')].some(saysIt) ? name : undefined
}

/** The name of the site as readers know it. */
export const siteName = ({ title }: WidgetOptions): string =>
  title ||
  document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ||
  nameInTitle() ||
  location.hostname
