import { join } from 'node:path'
import { folderOf } from '../pages/links.ts'
import { eleventyConfigurations, publishEleventy } from './eleventy.ts'
import { hexoConfigurations, isOfHexo, publishHexo } from './hexo.ts'
import { hugoConfigurations, isOfHugo, publishHugo } from './hugo.ts'
import { isOfJekyll, jekyllConfigurations, jekyllPlaces, publishJekyll } from './jekyll.ts'
import { isOfNuxtContent, nuxtConfigurations, nuxtPlaces, publishNuxtContent } from './nuxt-content.ts'
import { type PageFacts, readFacts } from './page-facts.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'
import { readAbove, type WrittenFile } from './read-above.ts'
import { publishRetype, retypeConfigurations } from './retype.ts'
import { publishRspress, rspressConfigurations, rspressPlaces } from './rspress.ts'
import type { ReadText } from './site.ts'
import { publishVocs, vocsConfigurations, vocsPlaces } from './vocs.ts'
import { publishVuepress, vuepressConfigurations } from './vuepress.ts'

interface Pages {
  readonly files: readonly string[]
  /** What the pages say themselves. */
  readonly facts: ReadonlyMap<string, PageFacts>
  readonly read: ReadText
}

type Places = ReadonlyMap<string, NamedPlace>

/** A generator that one file configures. */
interface ConfiguredGenerator {
  /** Where that may be, from the folder of the pages or one above. */
  readonly names: readonly string[]
  readonly isMeant?: (text: string) => boolean
  readonly publish: (configuration: WrittenFile, pages: Pages) => Promise<Publisher | undefined> | Publisher | undefined
  readonly places?: (configuration: WrittenFile, pages: Pages, publisher: Publisher) => Promise<Places> | Places
}

const generators: readonly ConfiguredGenerator[] = [
  { names: vuepressConfigurations, publish: (file, { facts }) => publishVuepress(file, facts) },
  { names: rspressConfigurations, publish: publishRspress, places: (file, pages) => rspressPlaces(file, pages) },
  {
    names: vocsConfigurations,
    publish: publishVocs,
    places: (file, { files }, rules) => vocsPlaces(file, files, rules),
  },
  {
    names: nuxtConfigurations,
    isMeant: isOfNuxtContent,
    publish: publishNuxtContent,
    places: (file, { files, read }) => nuxtPlaces(file, files, read),
  },
  { names: retypeConfigurations, publish: (file, { facts }) => publishRetype(file, facts) },
  { names: eleventyConfigurations, publish: (file, { facts }) => publishEleventy(file, facts) },
  {
    names: hugoConfigurations,
    isMeant: isOfHugo,
    publish: async (file, { files, facts, read }) =>
      publishHugo(file, await readLanguages(file, read), { files, facts }),
  },
  { names: hexoConfigurations, isMeant: isOfHexo, publish: (file, { facts }) => publishHexo(file, facts) },
  {
    names: jekyllConfigurations,
    isMeant: isOfJekyll,
    publish: (file, { files, facts }) => publishJekyll(file, files, facts),
    places: (_file, { files, facts }) => jekyllPlaces(files, facts),
  },
]

/** The rules of the first generator that is configured in the folder or above, and publishes any of the files. */
export async function readConfigured(folder: string, files: readonly string[], read: ReadText) {
  for (const { names, isMeant, publish, places } of generators) {
    const configuration = await readAbove(folder, names, read, isMeant)
    if (!configuration) continue
    const pages = { files, read, facts: await readFacts(files, read) }
    const publisher = await publish(configuration, pages)
    // Its website may be another part of the repository.
    if (!publisher || files.every((file) => publisher.isLeftOut?.(file))) continue
    return { publisher, places: (await places?.(configuration, pages, publisher)) ?? new Map<string, NamedPlace>() }
  }
  return undefined
}

/** The file that lists the languages of Hugo, beside a configuration that is a folder. */
async function readLanguages({ path }: WrittenFile, read: ReadText): Promise<WrittenFile | undefined> {
  const beside = folderOf(path)
  for (const ending of beside.endsWith('_default') ? ['toml', 'yaml', 'yml'] : []) {
    const languages = join(beside, `languages.${ending}`)
    const text = await read(languages)
    if (text !== undefined) return { path: languages, text }
  }
  return undefined
}
