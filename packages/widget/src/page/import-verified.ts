import { element } from './element.ts'

/**
 * Imports a module whose bytes are known. `import()` checks no integrity, but a preload does: if the bytes differ, the
 * browser keeps the failure, and the import fails. Older browsers import without a check.
 * @param nonce what the page's policy requires
 */
export async function importVerified<Module>(href: string, integrity: string, nonce?: string): Promise<Module> {
  const link = element('link', { rel: 'modulepreload', integrity, href, nonce })
  // Show the caret first: running the module takes longer than opening the frame, and a click may just have come.
  const pause = new Promise((resolve) => setTimeout(resolve, 60))
  if (link.relList.supports(link.rel))
    await new Promise((resolve) => {
      link.onload = link.onerror = resolve
      document.head.append(link)
    })
  link.remove()
  await pause
  return import(/* @vite-ignore */ href)
}
