import { posix } from 'node:path'
import { folderOf, isBelow, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import type { PageFacts } from './page-facts.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'

/** Where Eleventy is configured. */
export const eleventyConfigurations = [
  'eleventy.config.js',
  'eleventy.config.mjs',
  'eleventy.config.cjs',
  '.eleventy.js',
]

const setting = /\b(input|output|includes|layouts|data|pathPrefix)\s{0,20}:\s{0,20}["'`]([^"'`\n]{0,300})["'`]/g

/** The route rules of Eleventy, of whose configuration, a function, only what it writes out is known. */
export function publishEleventy({ path, text }: WrittenFile, facts: ReadonlyMap<string, PageFacts>): Publisher {
  const named = new Map([...text.matchAll(setting)].map(([, key = '', value = '']) => [key, value]))
  const folder = within(folderOf(path), named.get('input') ?? '.')
  const base = trimSlashes(named.get('pathPrefix') ?? '')
  const others = ['includes', 'layouts', 'data'].map((key) => trimSlashes(named.get(key) ?? `_${key}`))
  const output = within(folderOf(path), named.get('output') ?? '_site')
  const find = (file: string) => {
    const relative = pathBelow(folder, file)
    const isPart = others.some((other) => other !== '' && relative !== undefined && pathBelow(other, relative))
    const isNone = facts.get(file)?.fields.permalink === false || isBelow(output, file)
    return relative === undefined || isPart || isNone ? undefined : relative
  }
  return {
    anchors: 'github',
    format: 'md',
    isLeftOut: (file) => find(file) === undefined,
    publish: (file) => {
      const relative = find(file)
      const own = facts.get(file)?.fields.permalink
      // What a template computes is not known.
      if (relative === undefined || (own !== undefined && (typeof own !== 'string' || /\{[{%]/.test(own))))
        return undefined
      const name = withoutExtension(relative)
      const plain = posix.basename(name) === 'index' ? folderOf(name) : name
      const made = own?.replace(/(?:^|(?<=\/))index\.html$/, '') ?? `${plain}/`
      const address = joinPaths(base, made)
      const isFolder = (made === '' || made.endsWith('/')) && address !== ''
      const place = { root: base, ending: '/', relative, version: null, language: null }
      return { address: isFolder ? `${address}/` : address, ...place }
    },
  }
}
