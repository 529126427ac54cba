import { posix } from 'node:path'
import type { NavigationReader, NavigationTarget } from './navigation-lists.ts'
import { isElsewhere, type ReadItem, readList } from './read-list.ts'
import { type SourceNode, type SourceString, valueAt } from './source-tree.ts'

/** `nav:` of mkdocs.yml: files, `Title: file`, and `Title:` with a list. */
export const readMkdocs: NavigationReader = (file) => {
  const nav = valueAt(file.root, 'nav')
  return nav?.kind === 'list' ? [readList(file, nav, readItem)] : []
}

function readItem(item: SourceNode): ReadItem {
  if (item.kind === 'string') return { target: fileOf(item) }
  const [only] = item.kind === 'record' ? item.entries : []
  if (!only) return {}
  if (only.value.kind === 'list') return { label: only.key, children: only.value }
  return { label: only.key, target: only.value.kind === 'string' ? fileOf(only.value) : undefined }
}

/** Plugins write globs and folders there; only a file can be missing. */
function fileOf(written: SourceString): NavigationTarget | undefined {
  const { value } = written
  if (isElsewhere(value) || /[*?!]/.test(value) || !/\.(?:md|markdown)$/i.test(value)) return undefined
  return { written, kind: 'file', path: posix.normalize(value).replace(/^\/+/, '') }
}
