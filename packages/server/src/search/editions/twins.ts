import type { Twin } from '../ranking/ranked-page.ts'
import { type EditionPage, type EditionRow, type PlacedPages, placePages } from './place-pages.ts'
import { compareVersions, newestOf } from './version-order.ts'

/** The edition that is meant; undefined where nothing says which, null for pages that don’t say theirs. */
export interface IntendedEdition {
  readonly version?: string | null | undefined
  readonly language?: string | null | undefined
}

/**
 * The pages that exist in the edition that is meant as well, by number, each with that other page. A page that this version
 * has no more, or not yet, has its twin in the current version, else in the newest.
 */
export const findTwins = (
  { pages, current }: Pick<PlacedPages, 'pages' | 'current'>,
  { version, language }: IntendedEdition,
): Map<number, Twin> => {
  const twins = new Map<number, Twin>()
  for (const group of Map.groupBy(pages, ({ place }) => place).values()) {
    if (group.length < 2) continue
    const byVersion = version === undefined ? [] : group.toSorted(comparePages(current))
    for (const page of group) {
      const wantedVersion = version === undefined ? page.version : version
      const wantedLanguage = language === undefined ? page.language : language
      const ofVersion = group.filter((other) => other.version === wantedVersion)
      const twin =
        ofVersion.find((other) => other.language === wantedLanguage) ??
        ofVersion.find((other) => other.language === page.language) ??
        byVersion.find((other) => other.language === page.language)
      if (!twin || twin === page) continue
      twins.set(page.number, { page: twin.number, isTranslation: twin.language !== page.language })
    }
  }
  return twins
}

/** The numbers of the pages that the current version, or else the newest, has as well. */
export const pagesOfOtherVersions = (rows: readonly EditionRow[], siteUrl: string | null): ReadonlySet<number> => {
  const placed = placePages(rows, siteUrl)
  const { pages, current } = placed
  const version = current === undefined ? newestOf(pages.map((page) => page.version)) : current
  return new Set(findTwins(placed, { version }).keys())
}

const comparePages = (current: PlacedPages['current']) => (one: EditionPage, other: EditionPage) =>
  Number(other.version === current) - Number(one.version === current) || compareVersions(one.version, other.version)
