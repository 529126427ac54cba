import { element } from './element.ts'

/**
 * Imports a module whose bytes are known. What is imported has no integrity of its own, but what is preloaded has: if the
 * bytes are others, the browser keeps a failure in its place, and the import fails. Older browsers import unverified.
 * @param nonce that the page's policy asks for
 */
export async function importVerified<Module>(href: string, integrity: string, nonce?: string): Promise<Module> {
  const link = element('link', { rel: 'modulepreload', integrity, href, nonce })
  if (link.relList.supports(link.rel))
    await new Promise((resolve) => {
      link.onload = link.onerror = resolve
      document.head.append(link)
    })
  link.remove()
  // The caret first: to run the module takes longer than to show the frame, and a click may just have come.
  await new Promise((resolve) => setTimeout(resolve, 60))
  return import(/* @vite-ignore */ href)
}
