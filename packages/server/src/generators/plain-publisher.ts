import { posix } from 'node:path'
import { findAsciiDocIncludes } from '../pages/asciidoc/includes.ts'
import { folderOf, pathBelow, withoutExtension } from '../pages/links.ts'
import { matcherOf } from './globs.ts'
import type { Published, Publisher } from './published.ts'
import type { ReadText } from './site.ts'

/** What a `conf.py` of Sphinx says; the folder that it is in has the pages. */
export interface SphinxFolder {
  readonly folder: string
  readonly excluded: readonly string[]
  readonly language: string | null
  /** What pages write between two `|`. */
  readonly substitutions: Readonly<Record<string, string>>
}

/** Reads `conf.py`; undefined when it is another program’s. */
export function readSphinx(path: string, text: string): SphinxFolder | undefined {
  if (!/\b(?:sphinx|myst_parser|html_theme|extensions)\b/.test(text)) return undefined
  const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
  const names = [...list.matchAll(/(["'])([^"'\n]+)\1/g)].map(([, , name = '']) => name)
  const written = Object.fromEntries(
    [...text.matchAll(setting)].map(([, name = '', , value = '']) => [name, value.trim()]),
  )
  const { language = null, ...substitutions } = written
  for (const [, name = '', value = ''] of text.matchAll(replaced)) substitutions[name] = value.trim()
  return { folder: folderOf(path), excluded: names.flatMap((name) => [name, `${name}/**`]), language, substitutions }
}

const setting = /^(language|release|version)[ \t]*=[ \t]*[ru]?(["'])([^"'\n]{1,100})\2[ \t]*(?:#.*)?$/gm
/** In `rst_prolog` and `rst_epilog`. */
const replaced = /^[ \t]*\.\. \|([^|\n]{1,100})\| replace::[ \t]*(\S.{0,300})$/gm

/** What is known of a folder of pages without a configuration that says more. */
export interface PlainFolder {
  /** The folder itself. */
  readonly root: string
  readonly sphinx: readonly SphinxFolder[]
  /** Whether Sphinx writes each page into a folder of its own. */
  readonly hasFolders: boolean
  /** Files of AsciiDoc that others include. */
  readonly parts: ReadonlySet<string>
}

/**
 * Where the pages below a folder are without a generator that is known: built HTML where its files are, what Sphinx and
 * Asciidoctor build as HTML.
 */
export function plainPublisher({ root, sphinx, hasFolders, parts }: PlainFolder): Publisher {
  const folders = [...sphinx]
    .sort((one, other) => other.folder.length - one.folder.length)
    .map((each) => ({ ...each, isExcluded: matcherOf(each.excluded) }))
  const find = (file: string) => {
    for (const each of folders) {
      const relative = pathBelow(each.folder, file)
      if (relative !== undefined) return { ...each, relative }
    }
    return undefined
  }
  return {
    anchors: sphinx.length > 0 ? 'docutils' : 'github',
    isLeftOut: (file) => {
      if (parts.has(file)) return true
      const found = find(file)
      return found?.isExcluded(found.relative) ?? false
    },
    publish: (file) => {
      const below = root === '' ? file : file.slice(root.length + 1)
      if (/\.html?$/i.test(file)) return published(below)
      if (isAsciiDoc.test(file)) return published(`${withoutExtension(below)}.html`)
      const found = /\.(?:rst|md)$/i.test(file) ? find(file) : undefined
      if (!found) return undefined
      const page = withoutExtension(found.relative)
      const built = hasFolders && !/(?:^|\/)index$/.test(page) ? `${page}/index.html` : `${page}.html`
      return { ...published(built), language: found.language }
    },
    ...(sphinx.length > 0 && { attributesOf: (file) => find(file)?.substitutions ?? {} }),
  }
}

/**
 * The files of AsciiDoc that are parts of others: those that one includes, and those whose name says so. Books are written
 * in one file for each chapter, and published as one page.
 */
export async function readAsciiDocParts(files: readonly string[], read: ReadText): Promise<Set<string>> {
  const written = files.filter((file) => isAsciiDoc.test(file))
  const parts = new Set(written.filter((file) => posix.basename(file).startsWith('_')))
  for (const file of written) {
    const text = await read(file)
    for (const { path } of text === undefined ? [] : findAsciiDocIncludes(text)) {
      const part = posix.join(folderOf(file), path)
      if (part !== file && isAsciiDoc.test(part)) parts.add(part)
    }
  }
  return written.every((file) => parts.has(file)) ? new Set() : parts
}

const isAsciiDoc = /\.a(?:scii)?doc$/i

function published(file: string): Published {
  const isIndex = /^index\.html?$/i.test(posix.basename(file))
  const folder = folderOf(file)
  const address = isIndex ? folder && `${folder}/` : file
  return { address, root: '', ending: '.html', relative: file, version: null, language: null }
}
