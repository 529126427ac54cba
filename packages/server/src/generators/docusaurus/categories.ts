import { joinPaths } from '../../pages/links.ts'
import { trySource } from '../read-source.ts'
import { categoryNames } from '../site-files.ts'
import { textAt, valueAt } from '../source-tree.ts'
import { foldersAbove, type Tree } from '../tree.ts'

/** What a `_category_` file says about its folder. */
export interface Category {
  readonly label: string | undefined
  readonly position: number | undefined
}

/** The `_category_` files in the folders of the pages and above, by those folders. */
export async function readCategories(tree: Tree): Promise<Map<string, Category>> {
  const categories = new Map<string, Category>()
  for (const folder of new Set([...tree.pageFolders(), ...foldersAbove(tree.folder)])) {
    const files = await tree.list(folder)
    for (const name of categoryNames.filter((each) => files.includes(each))) {
      const path = joinPaths(folder, name)
      const root = trySource(path, (await tree.read(path)) ?? '')?.root
      if (!root || categories.has(folder)) continue
      const position = valueAt(root, 'position')
      const number = position?.kind === 'literal' && typeof position.value === 'number' ? position.value : undefined
      categories.set(folder, { label: textAt(root, 'label'), position: number })
    }
  }
  return categories
}
