import type { NavigationReader, NavigationTarget } from './navigation-lists.ts'
import { addressPath, isElsewhere, type ReadItem, readList } from './read-list.ts'
import { type SourceNode, type SourceString, valueAt } from './source-tree.ts'

/** `starlight({ sidebar: […] })` in the configuration of Astro: slugs, links, groups, and folders that fill themselves. */
export const readStarlight: NavigationReader = (file) =>
  file.calls('starlight').flatMap((options) => {
    const sidebar = valueAt(options, 'sidebar')
    return sidebar?.kind === 'list' ? [readList(file, sidebar, readItem)] : []
  })

function readItem(item: SourceNode): ReadItem {
  if (item.kind === 'string') return { target: pageOf(item) }
  const text = (...keys: string[]): SourceString | undefined => {
    const value = valueAt(item, ...keys)
    return value?.kind === 'string' ? value : undefined
  }
  const [slug, link, folder, items] = [
    text('slug'),
    text('link'),
    text('autogenerate', 'directory'),
    valueAt(item, 'items'),
  ]
  const target =
    (slug && pageOf(slug)) ??
    (link && addressOf(link)) ??
    (folder && ({ written: folder, kind: 'folder', path: addressPath(folder.value) } as const))
  const label = text('label')
  return { ...(label ? { label } : {}), target, ...(items?.kind === 'list' ? { children: items } : {}) }
}

const pageOf = (written: SourceString): NavigationTarget => ({
  written,
  kind: 'page',
  path: addressPath(written.value),
})

const addressOf = (written: SourceString): NavigationTarget | undefined =>
  isElsewhere(written.value) ? undefined : { written, kind: 'address', path: addressPath(written.value) }
