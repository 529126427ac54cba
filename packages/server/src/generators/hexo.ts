import { isRecord } from '../pages/is-record.ts'
import { folderOf, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { ignoreMatcherOf } from './globs.ts'
import type { PageFacts } from './page-facts.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'

/** Where Hexo is configured. */
export const hexoConfigurations = ['_config.yml', '_config.yaml']

/** Whether such a file is Hexo’s: Jekyll and Jupyter Book have files of this name, too. */
export const isOfHexo = (text: string): boolean =>
  /^(?:source_dir|public_dir|new_post_name|skip_render|pretty_urls|post_asset_folder)[ \t]*:/m.test(text)

/** The route rules of Hexo; undefined when the configuration cannot be read. */
export function publishHexo({ path, text }: WrittenFile, facts: ReadonlyMap<string, PageFacts>): Publisher | undefined {
  const settings = parseSettings(text)
  if (!settings) return undefined
  const root = within(folderOf(path), textOf(settings.source_dir) ?? 'source')
  const url = textOf(settings.url) ?? ''
  const base = trimSlashes(textOf(settings.root) ?? (URL.canParse(url) ? new URL(url).pathname : ''))
  const permalink = textOf(settings.permalink) ?? ':year/:month/:day/:title/'
  const pretty = isRecord(settings.pretty_urls) ? settings.pretty_urls : {}
  const ending = pretty.trailing_html === false ? '' : '.html'
  const written = [settings.skip_render, settings.exclude].flat().flatMap((each) => textOf(each) ?? [])
  const isSkipped = ignoreMatcherOf(written.map((each) => `/${trimSlashes(each)}`))
  const find = (file: string) => {
    const relative = pathBelow(root, file)
    const below = relative?.replace(/^_posts\//, '')
    return relative === undefined || isSkipped(relative) || /(?:^|\/)_/.test(below ?? '') ? undefined : relative
  }
  const addressOf = (file: string, relative: string): string | undefined => {
    const fields = facts.get(file)?.fields ?? {}
    const own = textOf(fields.permalink)
    const made = relative.startsWith('_posts/')
      ? (own ?? postAddress(permalink, withoutExtension(relative.slice('_posts/'.length)), fields))
      : (own ?? `${withoutExtension(relative)}.html`)
    return made
      ?.replace(/^\//, '')
      .replace(/(?:^|(?<=\/))index\.html$/, '')
      .replace(/\.html$/, ending)
  }
  return {
    anchors: 'hexo',
    format: 'md',
    isLeftOut: (file) => find(file) === undefined,
    publish: (file) => {
      const relative = find(file)
      const page = relative === undefined ? undefined : addressOf(file, relative)
      if (relative === undefined || page === undefined) return undefined
      const isFolder = page === '' || page.endsWith('/')
      const address = joinPaths(base, page)
      return {
        address: isFolder && address !== '' ? `${address}/` : address,
        ...{ root: base, ending, relative, version: null, language: textOf(fields(facts, file).lang) ?? null },
      }
    },
  }
}

const fields = (facts: ReadonlyMap<string, PageFacts>, file: string): PageFacts['fields'] =>
  facts.get(file)?.fields ?? {}

/** Undefined where the address is made from what only the file system knows. */
function postAddress(template: string, title: string, { date, ...others }: PageFacts['fields']): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(textOf(date) ?? '') ?? []
  const name = title.replace(/^.*\//, '')
  const values: Record<string, string | undefined> = {
    ...{
      title,
      name,
      post_title: textOf(others.title),
      year,
      month: month?.padStart(2, '0'),
      day: day?.padStart(2, '0'),
    },
    ...{ i_month: month && String(Number(month)), i_day: day && String(Number(day)) },
  }
  const made = template.replace(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole)
  return made.includes(':') ? undefined : made
}
