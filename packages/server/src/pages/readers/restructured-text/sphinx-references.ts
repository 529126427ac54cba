import { wordSet } from '../word-set.ts'

/** What a reference leads to on another page. */
export interface SphinxPlace {
  /** What stands there; null where a reference has to say it itself. */
  title: string | null
  /** Its file, from the root of the source on, with its anchor. */
  address: string
}

/** The places that a page names, by `referenceKey`. */
export type SphinxReferences = ReadonlyMap<string, SphinxPlace>

export type ReferenceKind = 'ref' | 'doc' | 'object'

/** `~` before a target says how it is shown. */
export const referenceKey = (kind: ReferenceKind, target: string): string =>
  `${kind} ${target.startsWith('~') ? target.slice(1) : target}`

const labelRoles = wordSet('ref numref any')
const objectRoles = wordSet(
  'class func meth mod attr data exc obj const function method module attribute exception option envvar confval opcode macro type struct member',
)

/** Which kind of place a role of Sphinx names; undefined for one that names none. */
export function kindOfRole(role: string): ReferenceKind | undefined {
  if (role === 'doc') return 'doc'
  if (labelRoles.has(role)) return 'ref'
  return objectRoles.has(role) ? 'object' : undefined
}

/** `text <target>`. */
export function titleAndTarget(text: string): { title?: string; target: string } {
  const found = /^([^<]*[^<\s])\s*<([^<>]+)>$/.exec(text.trim())
  const embedded = /^<([^<>]+)>$/.exec(text.trim())
  if (embedded) return { target: embedded[1] ?? '' }
  return found ? { title: found[1] ?? '', target: found[2] ?? '' } : { target: text.trim() }
}
