import { isRecord } from '../is-record.ts'

const deepest = 6
const mostValues = 1_000
/** In characters. */
const longestValue = 500

/** The texts and numbers of a record by their paths, as templates name them: `product.name`. */
export function templateValues(record: unknown, prefix = ''): Record<string, string> {
  const values: Record<string, string> = {}
  const add = (value: unknown, path: string, depth: number): void => {
    if (Object.keys(values).length >= mostValues || depth > deepest) return
    if (isRecord(value))
      for (const [name, inner] of Object.entries(value)) add(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    else if ((typeof value === 'string' && value.length <= longestValue) || typeof value === 'number')
      values[path] = String(value)
  }
  add(record, prefix, 0)
  return values
}
