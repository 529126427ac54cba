import { escapePattern } from '../escape-pattern.ts'

/** Options and arguments whose fields have other names in the API. */
const names: Readonly<Record<string, string>> = {
  domain: 'DOMAIN',
  origins: '--origin',
  addOrigins: '--add-origin',
  removeOrigins: '--remove-origin',
  removeSources: '--remove-source',
  folder: '--folder',
  repository: '--git',
  file: '--openapi',
  allowedHosts: '--allow-host',
  language: '--page-language',
  expiresInDays: '--days',
  expiresAt: '--expires',
  addresses: '--address',
  answersPerDay: '--answers',
  tokensPerDay: '--tokens',
  pageSize: '--limit',
}

const sourceFields: Readonly<Record<string, string>> = { url: '--website', folder: '--folder' }

/** What somebody has typed for a field of the API, such as `--origin` for `origins[0]`. */
const optionOf = (path: string): string => {
  const steps = path.replace(/\[\d+\]/g, '').split('.')
  const field = steps.at(-1) ?? path
  const isOfSource = steps.length > 1 && /^(?:add)?sources$/i.test(steps[0] ?? '')
  return (
    (isOfSource ? sourceFields[field] : undefined) ??
    names[field] ??
    `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  )
}

/** A sentence about wrong values with the options that they were typed as. */
export const nameOptions = (message: string, issues: readonly { readonly path: string }[]): string =>
  issues
    .map(({ path }) => path)
    .filter((path) => path !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, path) => text.replace(wholeName(path), () => optionOf(path)), message)

/** A field as a sentence names it, and no word that contains its name. */
const wholeName = (path: string): RegExp => new RegExp(`(?<![\\w.-])${escapePattern(path)}(?![\\w-])`, 'g')
