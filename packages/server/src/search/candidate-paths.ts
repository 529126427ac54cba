import { readAddressPath, readFilePath, readPagePath, withoutExtension } from '../pages/links.ts'

/**
 * The paths that the name of a page may mean, the likeliest first. A search gives paths, not addresses: signs that have a
 * meaning in addresses are those of the file. Then the name is an address, without the folder that the site’s address has.
 */
export function candidatePaths(name: string, siteUrl: string | null): string[] {
  const base = siteUrl ? readPagePath(siteUrl) : ''
  const asAddress = [readAddressPath(name), readFilePath(name), readPagePath(name)].flatMap((path) => {
    const isBelow = base !== '' && (path === base || path.startsWith(`${base}/`))
    return isBelow ? [path.slice(base.length + 1), path] : [path]
  })
  const asFile = [name, withoutExtension(name)]
  const paths = name.startsWith('/') ? [...asAddress, ...asFile] : [...asFile, ...asAddress]
  // File systems and clients write the same letters as one character or as two.
  return [...new Set(paths.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')]))]
}
