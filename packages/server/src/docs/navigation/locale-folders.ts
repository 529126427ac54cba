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

/** A translation beside its page: the language, and the page’s name without it. */
export interface SuffixedFile {
  readonly language: string
  readonly plain: string
}

/**
 * Finds the translations among files by the language before their extension, as in `index.fr.md`; `index.md`, or the same
 * in another language, stands beside them.
 */
export function localeSuffixes(files: readonly string[]): (file: string) => SuffixedFile | undefined {
  const all = new Set(files)
  const found = new Map<string, SuffixedFile>()
  const siblings = new Map<string, number>()
  for (const file of files) {
    const read = suffixOf(file)
    if (!read) continue
    found.set(file, read)
    siblings.set(read.plain, (siblings.get(read.plain) ?? 0) + 1)
  }
  return (file) => {
    const read = found.get(file)
    return read && (all.has(read.plain) || (siblings.get(read.plain) ?? 0) > 1) ? read : undefined
  }
}

/** What the language before an extension is, if it is one. */
export function suffixOf(file: string): SuffixedFile | undefined {
  const [, name = '', written = '', extension = ''] =
    /^(.*[^/])\.([a-z]{2,3}(?:[-_][a-z]{2,4})?)(\.\w+)$/i.exec(file) ?? []
  const language = tag.exec(written)?.[1]?.toLowerCase() ?? ''
  return languages.has(language) ? { language: written.replaceAll('_', '-'), plain: `${name}${extension}` } : undefined
}
