import { languageNamed } from '../../pages/edition-folders.ts'
import { isSameLanguage } from './meets-filter.ts'

/** A path without the folders that a rule leaves out. */
export const withoutFolders = (path: string, isLeftOut: (folder: string) => boolean): string =>
  path
    .split('/')
    .filter((folder) => !isLeftOut(folder))
    .join('/')

/** A path without the folder, or the end of the name, that says the language: `fr/install`, `install.fr`, `zh/install` of `zh-CN`. */
export const withoutLanguage = (path: string, language: string | null): string => {
  if (language === null) return path
  const tag = language.toLowerCase().replace('_', '-')
  const isLanguage = (name: string) =>
    name.replace('_', '-') === tag || isSameLanguage(languageNamed(name) ?? '', language)
  const plain = withoutFolders(path, isLanguage)
  const end = plain.lastIndexOf('.')
  return end >= 0 && isLanguage(plain.slice(end + 1)) ? plain.slice(0, end) : plain
}

/** The folders that all pages of a version stand in and that name it: `1.0`, `v2`, `next`. */
export const versionFolders = (version: string | null, paths: readonly string[]): ReadonlySet<string> => {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const different = first.findIndex((folder, at) => others.some((folders) => folders[at] !== folder))
  const shared = different < 0 ? first : first.slice(0, different)
  return new Set(shared.filter((folder) => folder === version?.toLowerCase() || versionName.test(folder)))
}

const versionName =
  /^(?:v|version-?|release-?)?\d+(?:[._][a-z\d]+)*(?:-[a-z][a-z\d.]*)?$|^(?:next|latest|stable|current|main|master|dev|devel|develop|nightly|canary|unreleased)$/
