import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { isRecord } from '../pages/is-record.ts'
import { yamlValue } from '../pages/yaml-value.ts'

/** The settings of a generator; undefined for what cannot be parsed, and for what is no record. */
export function parseSettings(text: string, format: 'yaml' | 'toml' = 'yaml'): Record<string, unknown> | undefined {
  try {
    const value: unknown = format === 'toml' ? parseToml(text) : readYaml(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readYaml(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false })
  return document.errors.length > 0 ? undefined : yamlValue(document, 100)
}

/** A text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
