/** Changelogs, release notes, blogs: they mention everything and explain little. */
const chronicle = /(?:^|\/)(?:change-?logs?|release-?notes?|releases?|blog|news)(?:\/|$|[-_.])/i
/** Pages about moving, about what may come, about the project and of source code: they name what other pages explain. */
const beside =
  /(?:^|\/)(?:\d+[-_.])?(?:migrat\w*|upgrad\w*|proposals?|rfcs?|contribut\w*|deprecat\w*|legacy|archived?|developer-guide|about|community|team|sponsors?|glossary)(?:\/|$|[-_.])|(?:^|[-/])(?:migration|upgrad\w*)(?:[-/]|$)/i
/**
 * Pages that generators of API documentation make beside those that explain: listings of source code, of members and of uses
 * (Javadoc, Doxygen, Qt, rustdoc, Haddock).
 */
const listing =
  /(?:^|\/)(?:src-html\/|class-use\/|(?:package|overview)-(?:use|tree)$|src\/[A-Z]\w*(?:\.[A-Z]\w*)+$|(?:class|struct|q)\w+-members$|\w+_8\w{1,4}_source$)|\.rs$/

/** Stems of the words by which a question asks for just such pages. */
const asking = new Set(
  'migrat upgrad propos contribut deprec legaci changelog releas blog glossari communiti sponsor team'.split(' '),
)

/** Does a page say what has changed, rather than what is? */
export const isChronicle = (path: string): boolean => chronicle.test(path)

/**
 * What a page is worth before anything is asked, by its path: 1, or less for a page that mentions a thing rather than
 * explains it. (Measured: +0.01 on users' questions that somebody answered, on linking sentences and on references from
 * elsewhere.)
 */
export const priorOf = (path: string): number =>
  isChronicle(path) ? 0.6 : beside.test(path) || listing.test(path) ? 0.65 : 1

/** Whether a question asks for changelogs, migration guides or the like, so that their prior must not count. */
export const asksBeside = (terms: readonly string[]): boolean => terms.some((term) => asking.has(term))
