import { posix } from 'node:path'

/** How many folders may stand before the documentation in its addresses. */
const mostFolders = 2

/** A page, and the paths by which links name it. */
interface TargetPage {
  readonly number: number
  readonly lookup: string
  readonly alias: string | null
}

/**
 * Finds the page that a link means, as a site's generator would: by its path or its published address, from the root or from
 * the folder of the page that holds the link, without the numbers that order files (`01-install`), and without the folders
 * that stand before the documentation in its addresses (`/docs/`, `/en/`).
 *
 * @returns gives the number of the page; undefined where no page is meant, null where several are
 */
export function createTargets(pages: readonly TargetPage[]): (path: string, from: string) => number | null | undefined {
  const exact = new Map<string, number>()
  /** Without the numbers; null for the path of several pages. */
  const plain = new Map<string, number | null>()
  for (const { number, alias } of pages) if (alias !== null) exact.set(alias, number)
  for (const { number, lookup } of pages) exact.set(lookup, number)
  for (const [path, number] of exact) {
    const name = withoutOrder(path)
    plain.set(name, plain.has(name) && plain.get(name) !== number ? null : number)
  }
  return (path, from) => {
    const page = exact.get(path) ?? (path === '' ? undefined : exact.get(posix.join(posix.dirname(from), path)))
    if (page !== undefined) return page
    const parts = withoutOrder(path).split('/')
    for (let folders = 0; folders <= mostFolders && folders < parts.length; folders++) {
      const rest = parts.slice(folders).join('/')
      if (rest !== '' && plain.has(rest)) return plain.get(rest)
    }
    return undefined
  }
}

const withoutOrder = (path: string): string => path.replace(/(?<=^|\/)\d+[-_.]\s*(?=[^/])/g, '')
