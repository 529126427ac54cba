import { folderOf, joinPaths, pathBelow, within, withoutExtension } from '../pages/links.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import { filesIn, type NamedPlace, titleOf } from './places.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'
import type { ReadText } from './site.ts'

/** Where Nuxt Content, and Docus with it, is configured. */
export const nuxtConfigurations = ['content.config', 'nuxt.config'].flatMap((name) =>
  ['ts', 'js', 'mts', 'mjs'].map((ending) => `${name}.${ending}`),
)

export const isOfNuxtContent = (text: string): boolean => /@nuxt\/content|\bdocus\b/.test(text)

const folderOfPages = ({ path }: WrittenFile): string => within(folderOf(path), 'content')

const withoutNumber = (step: string): string => step.replace(/^\d+\./, '')

/** The route rules of Nuxt Content, unless the code of the site has others. */
export function publishNuxtContent(configuration: WrittenFile): Publisher {
  const folder = folderOfPages(configuration)
  const find = (file: string) => (/\.md$/.test(file) ? pathBelow(folder, file) : undefined)
  return {
    anchors: 'nuxt',
    format: 'md',
    isLeftOut: (file) => find(file) === undefined,
    publish: (file) => {
      const relative = find(file)
      if (relative === undefined) return undefined
      const steps = withoutExtension(relative)
        .replace(/\.draft$/, '')
        .split('/')
        .map((step) => withoutNumber(step).toLowerCase().replace(/\s+/g, '-'))
      const address = joinPaths(...(steps.at(-1) === 'index' ? steps.slice(0, -1) : steps))
      return { address, root: '', ending: '', relative, version: null, language: null }
    },
  }
}

/** The pages in the order of their numbers, below what their folders are called. */
export async function nuxtPlaces(
  configuration: WrittenFile,
  files: readonly string[],
  read: ReadText,
): Promise<ReadonlyMap<string, NamedPlace>> {
  const root = folderOfPages(configuration)
  const titles = new Map<string, string>()
  const titleOfFolder = async (folder: string): Promise<string> => {
    const text = await read(joinPaths(folder, '.navigation.yml'))
    const written = text === undefined ? undefined : textOf(parseSettings(text)?.title)
    return written ?? titleOf(withoutNumber(folder.slice(folder.lastIndexOf('/') + 1)))
  }
  const places = new Map<string, NamedPlace>()
  for (const file of filesIn(root, files, new Map())) {
    const trail: string[] = []
    const isIndex = /(?:^|\/)(?:\d+\.)?index\.md$/.test(file)
    const own = folderOf(file)
    for (let folder = isIndex ? folderOf(own) : own; pathBelow(root, folder); folder = folderOf(folder)) {
      if (!titles.has(folder)) titles.set(folder, await titleOfFolder(folder))
      trail.unshift(titles.get(folder) ?? '')
    }
    places.set(file, { trail, scope: {} })
  }
  return places
}
