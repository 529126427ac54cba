import GithubSlugger from 'github-slugger'
import { oneLine } from '../text-lines.ts'
import type { HeadingName } from './headings.ts'

/**
 * How a generator makes the anchors of headings: GitHub’s way, and those of Docusaurus, Nextra, Astro and Nuxt Content that follow it, VitePress’s and
 * VuePress’s, Hugo’s, Hexo’s, docsify’s, kramdown’s, Python-Markdown’s, that of PyMdown and docutils’. Some take `:rocket:` for a
 * picture when they are told to.
 */
export type AnchorStyle =
  | 'github'
  | 'docusaurus'
  | 'nextra'
  | 'astro'
  | 'nuxt'
  | 'vitepress'
  | 'vuepress'
  | 'hugo'
  | 'hugo-emoji'
  | 'hexo'
  | 'docsify'
  | 'kramdown'
  | 'python'
  | 'python-emoji'
  | 'pymdown'
  | 'pymdown-emoji'
  | 'docutils'

/** A heading to which a generator gives an anchor. */
export interface NamedHeading {
  readonly depth: number
  readonly name: HeadingName
}

/** Makes the anchors of one page, heading by heading, each another than those before; null for one that gets none. */
export function createAnchors(style: AnchorStyle): (heading: NamedHeading) => string | null {
  switch (style) {
    case 'github':
    case 'docusaurus':
    case 'nextra':
    case 'astro':
    case 'nuxt':
      return githubAnchors(style)
    case 'kramdown':
    case 'hexo':
    case 'docsify': {
      // What these have counted up to may be what another heading is called.
      const counts = new Map<string, number>()
      return ({ name }) => {
        const slug = counted[style](name)
        const count = counts.get(slug) ?? 0
        counts.set(slug, count + 1)
        return count === 0 ? slug : `${slug}-${count}`
      }
    }
    default: {
      const used = new Set<string>()
      return ({ name }) => {
        const anchor = unique[style](name, used)
        used.add(anchor)
        return anchor
      }
    }
  }
}

type GithubStyle = 'github' | 'docusaurus' | 'nextra' | 'astro' | 'nuxt'

function githubAnchors(style: GithubStyle): (heading: NamedHeading) => string | null {
  const slugger = new GithubSlugger()
  return ({ depth, name }) => {
    // Titles of these have none.
    if (style === 'nextra' && depth === 1) return null
    const anchor = slugger.slug(githubText[style](name))
    if (style === 'nuxt') return withUnderscore(trimDashes(anchor.replace(dashes, '-')))
    return style === 'docusaurus' && depth === 1 ? null : anchor
  }
}

const githubText: Readonly<Record<GithubStyle, (name: HeadingName) => string>> = {
  github: (name) => withoutPictures(name).trim(),
  docusaurus: (name) => textOf(name),
  nextra: (name) => withoutPictures(name),
  astro: (name) => withoutDashes(name),
  nuxt: (name) => withoutPictures(name),
}

const textOf = ({ pieces }: HeadingName): string => pieces.map(({ text }) => text).join('')

const withoutPictures = ({ pieces }: HeadingName): string =>
  pieces.map(({ kind, text }) => (kind === 'image' ? '' : text)).join('')

/** With the dashes that `--` and `---` become taken away, as they are no part of an anchor. */
const withoutDashes = ({ pieces, source }: HeadingName): string => {
  const words = pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: piece.text.replace(/(?<!-)-{2,3}(?!-)/g, '') } : piece,
  )
  return withoutPictures({ pieces: words, source })
}

const withoutEmoji = (text: string): string => text.replace(/(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g, '')

/** Entities stay as they are written, which Vue needs them to. */
const vitepressText = ({ pieces }: HeadingName): string =>
  pieces
    .map(({ kind, text, written }) =>
      kind === 'text' ? withoutEmoji(written.replace(/\\([!-/:-@[-`{-~])/g, '$1')) : text,
    )
    .join('')

const counted = {
  kramdown: (name: HeadingName) => kramdownSlug(withoutDashes(name)),
  hexo: (name: HeadingName) => hexoSlug(withoutPictures(name).trim()),
  docsify: (name: HeadingName) => docsifySlug(name),
}

type Slugged = Exclude<AnchorStyle, GithubStyle | keyof typeof counted>

const unique: Readonly<Record<Slugged, (name: HeadingName, used: ReadonlySet<string>) => string>> = {
  vitepress: (name, used) => uniqueAfter(vitepressSlug(vitepressText(name)), used),
  vuepress: (name, used) => uniqueAfter(vitepressSlug(withoutEmoji(textOf(name))), used),
  hugo: ({ source }, used) => uniqueAfter(hugoSlug(source) || 'heading', used),
  'hugo-emoji': ({ source }, used) => uniqueAfter(hugoSlug(withoutEmoji(source)) || 'heading', used),
  python: (name, used) => uniquePython(pythonSlug(oneLine(withoutPictures(name))), used),
  'python-emoji': (name, used) => uniquePython(pythonSlug(oneLine(withoutEmoji(withoutPictures(name)))), used),
  pymdown: (name, used) => uniquePython(pymdownSlug(withoutPictures(name)), used),
  'pymdown-emoji': (name, used) => uniquePython(pymdownSlug(withoutEmoji(withoutPictures(name))), used),
  docutils: (name, used) => uniqueDocutils(docutilsId(oneLine(withoutPictures(name))), used),
}

const dashes = /-+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const notAscii = /[^\u0000-\u007f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what generators take away
const accentsAndControls = /[\u0300-\u036f\u0000-\u001f]/g

/** Letters that have been taken apart, without their accents. */
const withoutAccents = (text: string): string => text.replace(accentsAndControls, '')

const trimDashes = (text: string): string => {
  let [start, end] = [0, text.length]
  while (text.charAt(start) === '-') start++
  while (end > start && text.charAt(end - 1) === '-') end--
  return text.slice(start, end)
}

/** Some generators begin no anchor with a digit. */
const withUnderscore = (slug: string): string => (slug.charAt(0) >= '0' && slug.charAt(0) <= '9' ? `_${slug}` : slug)

/** `slugize` of hexo-util, which keeps capitals. */
const hexoSlug = (heading: string): string =>
  trimDashes(withoutAccents(heading.normalize('NFD')).replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-'))

/** `slugify` of docsify 4, which is given HTML: `&` becomes `amp`. */
const docsifySlug = ({ pieces }: HeadingName): string => {
  const text = pieces
    .map(({ kind, text, written }) => (kind === 'image' ? '' : escapedHtml(kind === 'text' ? written : text)))
    .join('')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
    .replace(/\s/g, '-')
  return withUnderscore(text.replace(dashes, '-'))
}

const escapedHtml = (text: string): string =>
  text
    .replace(/&(?!#?\w{1,40};)/g, '&amp;')
    .replace(/[<>"']/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;')

/** `slugify` of @mdit-vue/shared 2. */
const vitepressSlug = (heading: string): string =>
  withUnderscore(
    trimDashes(withoutAccents(heading.normalize('NFKD')).replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')),
  ).toLowerCase()

/** `slugify` of markdown.extensions.toc, which keeps ASCII alone and makes one dash of several. */
const pythonSlug = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replace(notAscii, '')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-')

/** `slugs.slugify` of pymdownx with `case: lower`. */
const pymdownSlug = (heading: string): string =>
  heading
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** `sanitizeAnchorName` of Hugo, which is given the line as it is written. */
const hugoSlug = (line: string): string =>
  line
    .replace(/[^\p{L}\p{Nd}_\- ]/gu, '')
    .replaceAll(' ', '-')
    .toLowerCase()

/** `generate_gfm_header_id` of kramdown-parser-gfm. */
const kramdownSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- \t]/gu, '')
    .replaceAll(' ', '-')
    .replaceAll('\t', '-')

function uniqueAfter(slug: string, used: ReadonlySet<string>): string {
  let anchor = slug
  for (let count = 1; used.has(anchor); count++) anchor = `${slug}-${count}`
  return anchor
}

/** `set_id` of docutils: `id1`, `id2` for what has no id of its own. */
function uniqueDocutils(id: string, used: ReadonlySet<string>): string {
  let anchor = id
  for (let count = 1; anchor === '' || used.has(anchor); count++) anchor = `id${count}`
  return anchor
}

/** `unique` of markdown.extensions.toc: `name`, `name_1`, `name_2`. */
function uniquePython(slug: string, used: ReadonlySet<string>): string {
  let anchor = slug
  while (anchor === '' || used.has(anchor)) {
    const [, name = anchor, count] = /^(.*)_(\d+)$/.exec(anchor) ?? []
    anchor = count === undefined ? `${name}_1` : `${name}_${Number(count) + 1}`
  }
  return anchor
}

/** Letters of which nothing would be left; `_non_id_translate` has more, of hardly any language. */
// biome-ignore format: a table
const docutilsLetters: Readonly<Record<string, string>> = { ß: 'sz', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't' }

/** `make_id` of docutils: empty for a text that has none of the letters that it keeps. */
export const docutilsId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ßæœøđħıłŧ]/g, (letter) => docutilsLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(notAscii, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '')
