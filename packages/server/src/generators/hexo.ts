import { basename } from 'node:path/posix'
import { folderOf, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { addressBelow } from './addresses.ts'
import type { Generator, Publication } from './generator.ts'
import { ignoreMatcherOf } from './globs.ts'
import type { PageFacts } from './page-facts.ts'
import { pathOfUrl, readSettings, recordOf, type Settings, textOf } from './settings.ts'

/** Hexo: `_config.yml`, a name that Jekyll and Jupyter Book use too. */
export const hexo: Generator = {
  name: 'hexo',
  configurationFiles: {
    place: 'above',
    names: ['_config.yml', '_config.yaml'],
    isMeant: (text) =>
      /^(?:source_dir|public_dir|new_post_name|skip_render|pretty_urls|post_asset_folder)[ \t]*:/m.test(text),
  },
  async open(tree, { path, text }) {
    const settings = readSettings(path, text)
    return settings && publish(settings, folderOf(path), await tree.facts())
  },
}

function publish(settings: Settings, folder: string, facts: ReadonlyMap<string, PageFacts>): Publication {
  const root = within(folder, textOf(settings.source_dir) ?? 'source')
  const base = trimSlashes(textOf(settings.root) ?? pathOfUrl(settings.url))
  const template = textOf(settings.permalink) ?? ':year/:month/:day/:title/'
  const ending = recordOf(settings.pretty_urls).trailing_html === false ? '' : '.html'
  const ignored = [settings.skip_render, settings.exclude].flat().flatMap((each) => textOf(each) ?? [])
  const isSkipped = ignoreMatcherOf(ignored.map((each) => `/${trimSlashes(each)}`))
  const find = (file: string) => {
    const page = pathBelow(root, file)
    const steps = postOf(page ?? '') ?? page
    const isPart = steps?.split('/').some((step) => step.startsWith('_'))
    return page === undefined || isPart || isSkipped(page) ? undefined : page
  }
  return {
    anchors: 'hexo',
    format: 'md',
    route: (file) => {
      const path = find(file)
      if (path === undefined) return undefined
      const fields = facts.get(file)?.fields ?? {}
      const page = pageAddress(path, fields, template)
      const address = page === undefined ? undefined : addressBelow(base, withEnding(page, ending))
      return { address, path, language: textOf(fields.lang) ?? null }
    },
  }
}

/** The path of a post below the folder of the posts; undefined for what is no post. */
const postOf = (path: string): string | undefined => pathBelow('_posts', path)

/** Undefined for posts whose address is made of what only the file system knows. */
function pageAddress(path: string, fields: PageFacts['fields'], template: string): string | undefined {
  const post = postOf(path)
  const permalink = textOf(fields.permalink)
  if (permalink !== undefined) return permalink
  return post === undefined ? `${withoutExtension(path)}.html` : postAddress(template, withoutExtension(post), fields)
}

function withEnding(page: string, ending: string): string {
  if (basename(page) === 'index.html') return page.slice(0, -'index.html'.length)
  return page.endsWith('.html') ? `${page.slice(0, -'.html'.length)}${ending}` : page
}

function postAddress(template: string, title: string, fields: PageFacts['fields']): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)/.exec(textOf(fields.date) ?? '') ?? []
  const values: Record<string, string | undefined> = {
    title,
    name: title.slice(title.lastIndexOf('/') + 1),
    post_title: textOf(fields.title),
    year,
    month: month?.padStart(2, '0'),
    day: day?.padStart(2, '0'),
    i_month: month && String(Number(month)),
    i_day: day && String(Number(day)),
  }
  const address = template.replace(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole)
  return address.includes(':') ? undefined : address
}
