import { withoutExtension } from '../links.ts'

/** Languages that documentation is translated into; `cs` and `is` may be other folders, which is why it must be a translation. */
const languages = new Set(
  (
    'ar be bg bn bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk mn ms my ne nb ' +
    'nl nn no pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yue zh'
  ).split(' '),
)
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i

/**
 * The folders at the root that hold translations, with their languages: they are called like a language, and a page in
 * them stands at the same place in another one or at the root.
 */
export function localeFolders(files: readonly string[]): Map<string, string> {
  const all = new Set(files.map(withoutExtension))
  const candidates = new Map<string, string[]>()
  for (const file of all) {
    const [folder = '', ...below] = file.split('/')
    const language = tag.exec(folder)?.[1]?.toLowerCase() ?? ''
    if (below.length === 0 || !languages.has(language)) continue
    const list = candidates.get(folder)
    if (list) list.push(below.join('/'))
    else candidates.set(folder, [below.join('/')])
  }
  const isTranslated = (folder: string, path: string) =>
    all.has(path) || [...candidates.keys()].some((other) => other !== folder && all.has(`${other}/${path}`))
  return new Map(
    [...candidates]
      .filter(([folder, paths]) => paths.some((path) => isTranslated(folder, path)))
      .map(([folder]) => [folder, folder.replaceAll('_', '-')]),
  )
}
