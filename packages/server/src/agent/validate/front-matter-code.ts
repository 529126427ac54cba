import { readYamlValue } from '../../generators/read-yaml.ts'
import { isRecord } from '../../pages/is-record.ts'
import type { FoundCode } from './found-code.ts'

const opening = /^\uFEFF?---(?!-)([^\r\n]*)\r?\n/
const dataLanguages: ReadonlySet<string> = new Set(['', 'yaml', 'yml', 'toml', 'json'])

/**
 * Lists the code of front matter: generators that read it with gray-matter run it if it's named as a script, and many put into
 * the head of the page what it says.
 */
export function readFrontMatterCode(text: string): FoundCode[] {
  const [start, language = ''] = opening.exec(text) ?? []
  if (start === undefined) return []
  const end = text.indexOf('\n---', start.length - 1)
  const matter = text.slice(start.length, end < 0 ? undefined : end)
  const piece = (code: string): FoundCode[] => [{ text: code, scope: 'page', line: 1 }]
  if (!dataLanguages.has(language.trim().toLowerCase())) return piece(`${start}${matter}`)
  // What an alias or something broken stands for isn't known.
  if (matter.includes('head') && /[&*]\w/.test(matter)) return piece(matter)
  try {
    const value = readYamlValue(matter)
    const head = isRecord(value) ? value.head : undefined
    return head === undefined || (Array.isArray(head) && head.every(isMeta))
      ? []
      : piece(`head: ${JSON.stringify(head)}`)
  } catch {
    return matter.includes('head') ? piece(matter) : []
  }
}

/** `[meta, { name: …, content: … }]` of VitePress, `{ tag: meta, attrs: … }` of Starlight. One with `http-equiv` may lead elsewhere. */
function isMeta(entry: unknown): boolean {
  const [tag, attributes] = Array.isArray(entry) ? entry : isRecord(entry) ? [entry.tag, entry.attrs] : []
  return (
    tag === 'meta' &&
    isRecord(attributes) &&
    Object.keys(attributes).every((name) => ['name', 'property', 'content'].includes(name))
  )
}
