import type { RankedPage } from './ranking/ranked-page.ts'
import type { ChosenSection } from './read-matches.ts'

/** Of so many pages several sections are read and compared. */
export const openedPages = 5

interface ChosenNumbers {
  /** How many sections of each of the first pages. */
  readonly perPage: number
  /** Of how many pages also the beginning, which is meant when no section is. @default openedPages */
  readonly beginnings?: number
}

/** Chooses several of the best sections of the first pages and the best one of each further page, in the order of the pages. */
export const chooseSections = (
  pages: readonly RankedPage[],
  { perPage, beginnings = openedPages }: ChosenNumbers,
): ChosenSection[] =>
  pages.flatMap(({ sections, ...page }, at) => {
    const isChosen = (ordinal: number, place: number) =>
      place === 0 || (at < openedPages && place < perPage) || (at < beginnings && ordinal === 0)
    return sections.filter(({ ordinal }, place) => isChosen(ordinal, place)).map((section) => ({ ...page, ...section }))
  })
