import { posix } from 'node:path'
import { folderOf, pathBelow, withoutExtension } from '../links.ts'
import { matcherOf } from './globs.ts'
import type { Published, Publisher } from './published.ts'

/** What a `conf.py` of Sphinx says; the folder that it is in has the pages. */
export interface SphinxFolder {
  readonly folder: string
  readonly excluded: readonly string[]
}

/** Reads `conf.py`; undefined when it is another program’s. */
export function readSphinx(path: string, text: string): SphinxFolder | undefined {
  if (!/\b(?:sphinx|myst_parser|html_theme|extensions)\b/.test(text)) return undefined
  const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
  const names = [...list.matchAll(/(["'])([^"'\n]+)\1/g)].map(([, , name = '']) => name)
  return { folder: folderOf(path), excluded: names.flatMap((name) => [name, `${name}/**`]) }
}

/**
 * Where the pages below a folder are without a generator that is known: built HTML where its files are, what Sphinx builds
 * as HTML.
 *
 * @param hasFolders Whether Sphinx writes each page into a folder of its own.
 */
export function plainPublisher(root: string, sphinx: readonly SphinxFolder[], hasFolders: boolean): Publisher {
  const folders = [...sphinx]
    .sort((one, other) => other.folder.length - one.folder.length)
    .map(({ folder, excluded }) => ({ folder, isExcluded: matcherOf(excluded) }))
  const find = (file: string) => {
    for (const { folder, isExcluded } of folders) {
      const relative = pathBelow(folder, file)
      if (relative !== undefined) return { isExcluded, relative }
    }
    return undefined
  }
  return {
    anchors: sphinx.length > 0 ? 'docutils' : 'github',
    isLeftOut: (file) => {
      const found = find(file)
      return found?.isExcluded(found.relative) ?? false
    },
    publish: (file) => {
      if (/\.html?$/i.test(file)) return published(root === '' ? file : file.slice(root.length + 1))
      const found = /\.(?:rst|md)$/i.test(file) ? find(file) : undefined
      if (!found) return undefined
      const page = withoutExtension(found.relative)
      return published(hasFolders && !/(?:^|\/)index$/.test(page) ? `${page}/index.html` : `${page}.html`)
    },
  }
}

function published(file: string): Published {
  const isIndex = /^index\.html?$/i.test(posix.basename(file))
  const folder = folderOf(file)
  const address = isIndex ? folder && `${folder}/` : file
  return { address, root: '', ending: '.html', relative: file, version: null, language: null }
}
