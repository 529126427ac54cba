import { folderOf, joinPaths, pathBelow, within, withoutExtension } from '../pages/links.ts'
import type { Generator, NavigationEntry, Publication } from './generator.ts'
import { filesIn, titleOf } from './read-places.ts'
import { textOf } from './settings.ts'
import type { Tree } from './tree.ts'

const endings = ['ts', 'js', 'mts', 'mjs']

/** Nuxt Content, and Docus with it: pages in `content`, unless the code of the site has other routes. */
export const nuxtContent: Generator = {
  name: 'nuxt-content',
  configurationFiles: {
    place: 'above',
    names: ['content.config', 'nuxt.config'].flatMap((name) => endings.map((ending) => `${name}.${ending}`)),
    isMeant: (text) => /@nuxt\/content|\bdocus\b/.test(text),
  },
  async open(tree, { path }) {
    const folder = within(folderOf(path), 'content')
    return { ...publish(folder), navigation: await readNavigation(tree, folder) }
  },
}

/** `1.guide` is published as `guide`, the first. */
const withoutNumber = (step: string): string => step.replace(/^\d+\./, '')

function publish(folder: string): Publication {
  return {
    anchors: 'nuxt',
    format: 'md',
    route: (file) => {
      const path = file.endsWith('.md') ? pathBelow(folder, file) : undefined
      if (path === undefined) return undefined
      const name = withoutExtension(path)
      const steps = (name.endsWith('.draft') ? name.slice(0, -'.draft'.length) : name)
        .split('/')
        .map((step) => withoutNumber(step).toLowerCase().replace(/\s+/g, '-'))
      return { address: joinPaths(...(steps.at(-1) === 'index' ? steps.slice(0, -1) : steps)), path }
    },
  }
}

/** The pages in the order of their numbers, below the titles of their folders. */
async function readNavigation(tree: Tree, root: string): Promise<ReadonlyMap<string, NavigationEntry>> {
  const titles = new Map<string, string>()
  const navigation = new Map<string, NavigationEntry>()
  for (const file of filesIn(root, tree.pages)) {
    const trail: string[] = []
    const isIndex = withoutNumber(file.slice(file.lastIndexOf('/') + 1)) === 'index.md'
    const start = isIndex ? folderOf(folderOf(file)) : folderOf(file)
    for (let folder = start; pathBelow(root, folder); folder = folderOf(folder)) {
      const title = titles.get(folder) ?? (await readTitle(tree, folder))
      titles.set(folder, title)
      trail.unshift(title)
    }
    navigation.set(file, { trail })
  }
  return navigation
}

async function readTitle(tree: Tree, folder: string): Promise<string> {
  const settings = await tree.settings(joinPaths(folder, '.navigation.yml'))
  return textOf(settings?.title) ?? titleOf(withoutNumber(folder.slice(folder.lastIndexOf('/') + 1)))
}
