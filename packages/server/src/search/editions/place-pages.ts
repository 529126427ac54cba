import type { PageRow } from '../../database/tables.ts'
import { placeOfAddress } from '../../pages/links.ts'
import { type Edition, editionOf } from './edition.ts'
import { isSameLanguage } from './meets-filter.ts'
import { versionFolders, withoutFolders, withoutLanguage } from './plain-place.ts'
import { releasedNames } from './version-order.ts'

/** A page, with what it has in common with the same page of other editions. */
export interface EditionPage extends Edition {
  readonly number: number
  /** In lower case. */
  readonly path: string
  /** Where it is published, in lower case. */
  readonly address: string
  /** The address without the folders that name version and language: the same page of another edition has the same. */
  readonly place: string
}

/** The pages of a site by their places, and the editions that are meant where nothing says which. */
export interface PlacedPages {
  readonly pages: readonly EditionPage[]
  /** The version that is published without its name, or called the released one; undefined where there is none, or several. */
  readonly current: string | null | undefined
  /** The language of the translated pages whose addresses do not name it; undefined where there is none. */
  readonly usualLanguage: string | null | undefined
  /** The language of most pages, or English where it has as many; undefined where several have as many. */
  readonly fullestLanguage: string | null | undefined
}

/** What is read of a page to place it. */
export type EditionRow = Pick<PageRow, 'number' | 'path' | 'slug' | 'version' | 'language' | 'tags_json'>

/** Finds the places of a site’s pages. */
export const placePages = (rows: readonly EditionRow[], siteUrl: string | null): PlacedPages => {
  const withLanguages = rows.map(({ number, path, slug, ...row }) => {
    const address = placeOfAddress(slug ?? path, siteUrl).toLowerCase()
    const place = withoutLanguage(address, row.language)
    return { ...editionOf(row), number, path: path.toLowerCase(), address, place }
  })
  const folders = new Map(
    [...Map.groupBy(withLanguages, ({ version }) => version)].map(([version, pages]) => [
      version,
      versionFolders(
        version,
        pages.map(({ place }) => place),
      ),
    ]),
  )
  const pages = withLanguages.map((page) => {
    const names = folders.get(page.version)
    return { ...page, place: withoutFolders(page.place, (folder) => names?.has(folder) ?? false) }
  })
  return { pages, current: currentVersion(pages, folders), ...languagesOf(pages, withLanguages) }
}

/** @param folders By version: those that name it. */
const currentVersion = (
  pages: readonly EditionPage[],
  folders: ReadonlyMap<string | null, ReadonlySet<string>>,
): PlacedPages['current'] => {
  const hasPlain = sharedEditions(pages, 'version').has(null)
  const unnamed = [...folders].flatMap(([version, names]) =>
    names.size === 0 && (version !== null || hasPlain) ? [version] : [],
  )
  if (unnamed.length === 1) return unnamed[0]
  const versions = [...folders.keys()]
  return releasedNames.flatMap((name) => versions.find((version) => version?.toLowerCase() === name) ?? [])[0]
}

/** @param withLanguages The same pages, with the folders of versions still in their places. */
const languagesOf = (
  pages: readonly EditionPage[],
  withLanguages: readonly EditionPage[],
): Pick<PlacedPages, 'usualLanguage' | 'fullestLanguage'> => {
  const byLanguage = Map.groupBy(withLanguages, ({ language }) => language)
  const translated = [...sharedEditions(pages, 'language')]
    .sort(([, one], [, other]) => other - one)
    .map(([language]) => language)
  const isUsual = (language: string | null) =>
    byLanguage.get(language)?.every(({ address, place }) => address === place) ?? false
  return { usualLanguage: translated.find(isUsual), fullestLanguage: fullestOf(byLanguage, translated) }
}

const fullestOf = (
  byLanguage: ReadonlyMap<string | null, readonly unknown[]>,
  translated: readonly (string | null)[],
): PlacedPages['fullestLanguage'] => {
  const countOf = (language: string | null) => byLanguage.get(language)?.length ?? 0
  const most = Math.max(...translated.map(countOf))
  const fullest = translated.filter((language) => countOf(language) === most)
  const english = fullest.find((language) => language !== null && isSameLanguage(language, 'en'))
  return english ?? (fullest.length === 1 ? fullest[0] : undefined)
}

/**
 * How many places of a version, or of a language, are those of another one as well, where that is at least half of what the
 * others share: a home page and a blog may stand beside all of them.
 */
const sharedEditions = <Name extends 'version' | 'language'>(
  pages: readonly EditionPage[],
  name: Name,
): ReadonlyMap<EditionPage[Name], number> => {
  const counts = new Map<EditionPage[Name], number>()
  for (const group of Map.groupBy(pages, ({ place }) => place).values()) {
    const different = new Set(group.map((page) => page[name]))
    if (different.size > 1) for (const one of different) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const most = Math.max(0, ...counts.values())
  return new Map([...counts].filter(([, count]) => count * 2 > most))
}
