import { isRecord } from '../pages/is-record.ts'
import { trimSlashes } from '../pages/links.ts'
import { readToml } from '../pages/readers/toml.ts'
import { readYamlValue } from './read-yaml.ts'

/** What a configuration in YAML, JSON or TOML sets, as plain values. */
export type Settings = Readonly<Record<string, unknown>>

/** Reads settings by the extension: TOML, or YAML, which JSON is part of. Undefined if it isn't a record or can't be parsed. */
export function readSettings(path: string, text: string): Settings | undefined {
  try {
    const value: unknown = path.endsWith('.toml') ? readToml(text) : readYamlValue(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A string that isn't empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A setting that is a record; empty if it isn't one. */
export const recordOf = (value: unknown): Settings => (isRecord(value) ? value : {})

/** The strings of a setting that is a list. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((item) => typeof item === 'string')

/** The path of a setting that is an address, without slashes around it; empty if it's no address. */
export const pathOfUrl = (value: unknown): string => {
  const url = textOf(value) ?? ''
  return URL.canParse(url) ? trimSlashes(new URL(url).pathname) : ''
}
