import { withoutExtension } from './links.ts'

/** Languages that documentation is translated into; `cs` and `is` may be other folders, which is why it must be a translation. */
const languages = new Set(
  (
    'ar be bg bn bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk mn ms my ne nb ' +
    'nl nn no pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yue zh'
  ).split(' '),
)
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i

/** The language that a folder is called like, as a tag. */
export const languageNamed = (folder: string): string | undefined =>
  languages.has(tag.exec(folder)?.[1]?.toLowerCase() ?? '') ? folder.replaceAll('_', '-') : undefined

/**
 * The folders at the root that hold translations, with their languages: they are called like a language, and a page in
 * them stands at the same place in another one or at the root.
 */
export function localeFolders(files: readonly string[]): Map<string, string> {
  const all = new Set(files.map(withoutExtension))
  const candidates = new Map<string, string[]>()
  const counts = new Map<string, number>()
  for (const file of all) {
    const [folder = '', ...below] = file.split('/')
    if (below.length === 0 || !languageNamed(folder)) continue
    const path = below.join('/')
    candidates.set(folder, candidates.get(folder) ?? [])
    candidates.get(folder)?.push(path)
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const isTranslated = (path: string) => all.has(path) || (counts.get(path) ?? 0) > 1
  return new Map(
    [...candidates]
      .filter(([, paths]) => paths.some(isTranslated))
      .map(([folder]) => [folder, folder.replaceAll('_', '-')]),
  )
}

/** `v2`, `1.0`, `2.x`, `2.0-beta.1`, `latest`: a number alone may be a lesson’s or a year’s. */
const versionName =
  /^(?:(?:v\d+(?:[._][a-z\d]+)*|(?:version-?|release-?)?\d+(?:[._][a-z\d]+)+)(?:-(?:alpha|beta|dev|pre|preview|rc|snapshot)[\w.-]*)?|latest|stable|current|next|nightly|canary|dev|devel|develop|main|master|unreleased)$/i

/**
 * The version of a file, by the first folder that is called like one. Most pages of such a folder stand at the same place in
 * another one, or outside of them, and a quarter of all pages is in such folders: the rest may be versions of an interface.
 */
export function versionFolders(files: readonly string[]): (file: string) => string | undefined {
  const all = new Set(files.map(withoutExtension))
  const placed = [...all].flatMap((file) => readVersionFolder(file) ?? [])
  const inVersions = new Map<string, Set<string>>()
  for (const { folder, place } of placed) inVersions.set(place, (inVersions.get(place) ?? new Set()).add(folder))
  const hasTwin = ({ place }: VersionedFile) => all.has(place) || (inVersions.get(place)?.size ?? 0) > 1
  const folders = new Map(
    [...Map.groupBy(placed, ({ folder }) => folder)].filter(
      ([, own]) => own.length > 1 && own.filter(hasTwin).length * 2 > own.length,
    ),
  )
  const inFolders = [...folders.values()].flat().length
  return (file) => {
    const read = inFolders * 4 >= all.size ? readVersionFolder(file) : undefined
    return read && folders.has(read.folder) ? read.version : undefined
  }
}

interface VersionedFile {
  /** Down to the one that names the version. */
  readonly folder: string
  readonly version: string
  /** The path without it. */
  readonly place: string
}

const readVersionFolder = (file: string): VersionedFile | undefined => {
  const steps = file.split('/')
  const at = steps.slice(0, -1).findIndex((step) => versionName.test(step))
  if (at < 0) return undefined
  return { folder: steps.slice(0, at + 1).join('/'), version: steps[at] ?? '', place: steps.toSpliced(at, 1).join('/') }
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
