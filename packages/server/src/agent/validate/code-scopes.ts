import { posix } from 'node:path'
import type { Site } from '../../generators/site.ts'
import type { CodeScope } from './found-code.ts'

/** Generators that read all Markdown as MDX. */
const readsMdx: ReadonlySet<string> = new Set(['docusaurus', 'mintlify'])
/** Generators that take templates in Markdown for text. */
const ignoresTemplates: ReadonlySet<string> = new Set(['docusaurus', 'mintlify', 'starlight'])
/** Configurations of generators that fill in templates before they read Markdown, in its code, too. */
const templatesFirst = /^(?:\.?eleventy(?:\.config)?\.[cm]?js|_config\.ya?ml|book\.(?:json|js|toml))$/

/** Which code of pages a site runs. Of a generator that isn't known, all that any of them runs counts outside of code. */
export function codeScopes({ generator, configuration }: Site, files: readonly string[]): ReadonlySet<CodeScope> {
  const scopes = new Set<CodeScope>(['page'])
  const hasMacros = generator === 'mkdocs' && /\bmacros\b/.test(configuration?.text ?? '')
  const isUnknown = generator === undefined
  const hasMdx = files.some((file) => file.toLowerCase().endsWith('.mdx'))
  if (isUnknown ? hasMdx : readsMdx.has(generator)) scopes.add('mdx')
  if (isUnknown || hasMacros || !(ignoresTemplates.has(generator) || generator === 'mkdocs')) scopes.add('template')
  const isTemplateFirst = isUnknown && files.some((file) => templatesFirst.test(posix.basename(file)))
  if (hasMacros || isTemplateFirst) scopes.add('template-in-code')
  return scopes
}
