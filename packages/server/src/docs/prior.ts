const chronicle = /(?:^|\/)(?:change-?logs?|release-?notes?|releases?|blog|news)(?:\/|$|[-_.])/i

/**
 * What a page is worth before anything is asked: 1, or 0.6 for changelogs, release notes and blog posts, which mention
 * everything and explain little. (Measured: +0.01 on users' questions, +0.02 on references from elsewhere.)
 */
export const priorOf = (path: string): number => (chronicle.test(path) ? 0.6 : 1)
