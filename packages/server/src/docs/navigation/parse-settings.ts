import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isRecord } from '../is-record.ts'

/** The settings of a generator; undefined for what cannot be parsed, and for what is no record. */
export function parseSettings(text: string, format: 'yaml' | 'toml' = 'yaml'): Record<string, unknown> | undefined {
  try {
    const value: unknown = format === 'toml' ? parseToml(text) : parseYaml(text, { maxAliasCount: 100 })
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
