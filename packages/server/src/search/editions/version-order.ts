/** What the current version is called, the likeliest first. */
export const releasedNames = ['stable', 'latest', 'current']

/** The likeliest to be meant first: what is called so, then the highest number, then what has none. */
export const compareVersions = (one: string | null, other: string | null): number =>
  rankOf(one) - rankOf(other) || (isNumbered(one) ? compareNumbers(one, other) : 0)

const rankOf = (version: string | null): number => {
  const rank = releasedNames.indexOf(version?.toLowerCase() ?? '')
  return rank >= 0 ? rank : releasedNames.length + Number(!isNumbered(version))
}

/** The highest number; of versions without numbers none. */
export const newestOf = (versions: readonly (string | null)[]): string | undefined =>
  versions.filter(isNumbered).toSorted(compareNumbers)[0] ?? undefined

const isNumbered = (version: string | null): boolean => /^\d/.test(withoutName(version))

/** The highest number first, those that are released before those that are not yet. */
const compareNumbers = (one: string | null, other: string | null): number =>
  Number(isUnreleased(one)) - Number(isUnreleased(other)) || numerically.compare(withoutName(other), withoutName(one))

/** `2.0-beta.1`, `5.0rc1`, `3.0.dev0`. */
const isUnreleased = (version: string | null): boolean =>
  /\d[._-]?(?:a|alpha|b|beta|canary|dev|next|pre|preview|rc|snapshot)(?![a-z])/i.test(version ?? '')

/** `v2` and `release-2` as `2`. */
const withoutName = (version: string | null): string => (version ?? '').replace(/^(?:v|version-?|release-?)(?=\d)/i, '')

const numerically = new Intl.Collator('en', { numeric: true })
