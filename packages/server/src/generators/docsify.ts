import { folderOf, isBelow, joinPaths, pathBelow, withoutExtension } from '../pages/links.ts'
import type { Published, Publisher } from './published.ts'
import type { ReadText } from './site.ts'
import { namedPages, type SummarySite } from './summary.ts'

/** Of the pages that may start docsify, the ones that stand highest are looked at. */
const mostStarts = 5

/**
 * A folder that docsify shows: its `index.html` reads the Markdown files in the browser. Their addresses stand behind a
 * number sign (`#/guide/install`), unless it is told to use the browser’s history.
 */
export async function readDocsify(files: readonly string[], read: ReadText): Promise<SummarySite | undefined> {
  const starts = files
    .filter((file) => /(?:^|\/)index\.html$/.test(file))
    .sort((one, other) => one.length - other.length)
    .slice(0, mostStarts)
  for (const path of starts) {
    const text = await read(path)
    if (!text?.includes('$docsify')) continue
    const folder = folderOf(path)
    const sidebar = joinPaths(folder, '_sidebar.md')
    const list = (await read(sidebar)) ?? ''
    const isHistory = /\brouterMode\s*:\s*["']history["']/.test(text)
    return {
      publisher: publishDocsify(path, folder, isHistory),
      places: namedPages({ path: sidebar, text: list }, files),
    }
  }
  return undefined
}

const publishDocsify = (start: string, folder: string, isHistory: boolean): Publisher => ({
  anchors: 'docsify',
  format: 'md',
  isLeftOut: (file) => file === start || !isBelow(folder, file) || /(?:^|\/)_[^/]+\.md$/.test(file),
  publish: (file): Published | undefined => {
    const relative = pathBelow(folder, file)
    if (relative === undefined) return undefined
    const page = withoutExtension(relative).replace(/(?:^|(?<=\/))README$/, '')
    return { address: isHistory ? page : `#/${page}`, root: '', ending: '', relative, version: null, language: null }
  },
})
