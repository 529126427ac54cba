import { readTerms } from '../../search/words/words.ts'

/** How much more of a statement another entry has to say than the entry of the name that it is said of. */
const margin = 0.3
const enough = 0.5

/** The name that an item, a row or a line begins with: “maxQueue: …”, “`--port` …”. */
const beginning = /^[-\s`*"']*(--?[\w-]+|[A-Za-z_$@][\w$.-]*)/

const nameOfEntry = (line: string): string => {
  const name = beginning.exec(line)?.[1] ?? ''
  // Prose begins with a capital letter.
  return /^[-a-z$_@]|[a-z][A-Z]/.test(name) ? name.toLowerCase() : ''
}

/**
 * Is what a sentence says of an option said of that option? In a list or table whose entries begin with names, the entry of the
 * name, and whatever else has it, is compared with the entries of other names: facts of two entries may not be merged.
 *
 * @param names in code, which the sentence has, in lower case
 */
export const agreesOnNames = (
  text: string,
  names: readonly string[],
  { lines, heads }: { readonly lines: readonly string[]; readonly heads: ReadonlySet<string> },
): boolean => {
  const entries = lines.map((line) => ({ line: line.toLowerCase(), name: nameOfEntry(line) }))
  const plain = names.map((each) => each.replace(/^['"]|['"]$/g, ''))
  const name = plain.find((each) => entries.some((entry) => entry.name === each))
  // Below a heading that is the name, all is said of it.
  if (name === undefined || entries.some(({ line }) => line.trim() === name)) return true
  const nameTerms = new Set(readTerms(name))
  const said = [...new Set(readTerms(text))].filter((term) => !nameTerms.has(term))
  if (said.length < 2) return true
  const isOwn = (at: number) => entries[at]?.line.includes(name) === true
  // What stands behind an entry and begins with no name goes on with it.
  const isBehind = (at: number) => entries[at]?.name === '' && isOwn(at - 1)
  const own = new Set(lines.flatMap((line, at) => (isOwn(at) || isBehind(at) ? readTerms(line) : [])))
  const share = (terms: ReadonlySet<string>) =>
    said.filter((term) => terms.has(term) || heads.has(term)).length / said.length
  const mine = share(own)
  if (mine >= enough) return true
  return !entries.some(
    (entry, at) => entry.name !== '' && !isOwn(at) && share(new Set(readTerms(lines[at] ?? ''))) >= mine + margin,
  )
}
