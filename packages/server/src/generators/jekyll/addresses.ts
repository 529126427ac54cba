import { posix } from 'node:path'
import { folderOf, isBelow, joinPaths, pathBelow, withoutExtension } from '../../pages/links.ts'
import { withoutIndex } from '../addresses.ts'
import type { PageFacts } from '../page-facts.ts'
import { textOf } from '../settings.ts'
import { type JekyllSettings, plainStyles, suffixOf } from './settings.ts'

type Fields = PageFacts['fields']

/** Finds the addresses of files, below the base of the site; undefined for what's left out. */
export function addressFinder(
  settings: JekyllSettings,
  files: readonly string[],
  facts: ReadonlyMap<string, PageFacts>,
): (file: string) => string | undefined {
  const names = new Set(files.map((file) => file.toLowerCase()))
  const hasIndex = (folder: string) =>
    ['index.md', 'index.html', 'index.markdown'].some((name) => names.has(joinPaths(folder, name).toLowerCase()))
  return (file) => {
    const path = pathBelow(settings.root, file)
    if (path === undefined || settings.isExcluded(path)) return undefined
    const [folder, collection] = [...settings.collections].find(([each]) => isBelow(each, path)) ?? []
    const below = folder === undefined ? path : (pathBelow(folder, path) ?? '')
    const steps = below.split('/')
    if (steps.some(isHidden)) return undefined
    const fact = facts.get(file)
    const fields = fact?.fields ?? {}
    // Nothing is not true.
    if (fields.published === null) return undefined
    const isPost = steps.includes('_posts')
    if ((isPost || collection) && !settings.isOfFuture && isOfFuture(below, fields)) return undefined
    if (isPost) return postAddress(below, fields, settings)
    const permalink = textOf(fields.permalink) ?? defaultOf(settings, path, collection?.name ?? 'pages')
    const values = placeholders(below, fields, collection?.name ?? '')
    if (collection) {
      const template = permalink ?? collection.template
      return template === null ? undefined : expand(template, values)
    }
    if (permalink !== undefined && permalink !== 'pretty' && !plainStyles.includes(permalink)) {
      return expand(permalink, values)
    }
    // As plugins of GitHub's have it, a README without front matter stands for its folder.
    const name = withoutExtension(posix.basename(below))
    const isReadme = fact === undefined && name.toLowerCase() === 'readme' && !hasIndex(folderOf(file))
    if (name === 'index' || isReadme) return folderOf(below) && `${folderOf(below)}/`
    return expand(`:path${suffixOf(permalink ?? settings.permalink)}`, values)
  }
}

/** Whether a post or a document is dated later than now. */
function isOfFuture(path: string, { date }: Fields): boolean {
  const [, ofName] = /(?:^|\/)(\d{4}-\d\d-\d\d)-[^/]+$/.exec(path) ?? []
  const day = date instanceof Date ? date.toISOString() : (textOf(date) ?? ofName)
  return day !== undefined && /^\d{4}-\d\d-\d\d/.test(day) && day.slice(0, 10) > new Date().toISOString().slice(0, 10)
}

/** What Jekyll takes for parts of pages, or for copies of an editor. */
const isHidden = (step: string): boolean =>
  step !== '_posts' && (['_', '#', '~'].includes(step.charAt(0)) || step.endsWith('~'))

const posts: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}

/** Undefined for what has no date in its name. */
function postAddress(file: string, fields: Fields, settings: JekyllSettings): string | undefined {
  const [, above = '', date, name = ''] = /^(.*?)_posts\/(?:.*\/)?(\d{4}-\d\d?-\d\d?)-([^/]+)$/.exec(file) ?? []
  if (date === undefined) return undefined
  const [day] = /^\d{4}-\d\d?-\d\d?/.exec(textOf(fields.date) ?? '') ?? [date]
  const title = textOf(fields.slug) ?? withoutExtension(name)
  const permalink = textOf(fields.permalink) ?? settings.permalink
  return expand(posts[permalink] ?? permalink, {
    categories: categoriesOf(above, fields),
    title,
    slug: title,
    name: title,
    output_ext: '.html',
    ...dateValues(day),
  })
}

function categoriesOf(above: string, fields: Fields): string {
  const values = [fields.categories, fields.category].flat().flatMap((each) => (textOf(each) ?? '').split(' '))
  const names = [...above.split('/'), ...values].filter(Boolean).map((each) => each.toLowerCase())
  return [...new Set(names)].join('/')
}

function dateValues(date: string): Record<string, string> {
  const [year = '', month = '', day = ''] = date.split('-')
  return {
    year,
    short_year: year.slice(2),
    month: month.padStart(2, '0'),
    i_month: String(Number(month)),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
  }
}

function placeholders(path: string, fields: Fields, collection: string): Record<string, string> {
  const name = withoutExtension(posix.basename(path))
  const title = textOf(fields.slug) ?? name
  return { path: withoutExtension(path), name, title, slug: title, basename: name, collection, output_ext: '.html' }
}

/** An address without a slash at its beginning; a slash at the end stays. */
function expand(template: string, values: Readonly<Record<string, string>>): string {
  const address = template.replace(/:([a-z_]+)/g, (whole, name: string) => values[name] ?? whole)
  const isFolder = address.endsWith('/')
  const path = joinPaths(...address.split('/'))
  const page = posix.basename(path) === 'index.html' ? path.slice(0, -'.html'.length) : path
  const withEnd = isFolder && page !== '' ? `${page}/` : page
  return withoutIndex(withEnd)
}

function defaultOf({ defaults }: JekyllSettings, path: string, type: string): string | undefined {
  const matches = defaults.filter((each) => (each.type === '' || each.type === type) && isBelow(each.path, path))
  return matches.sort((one, other) => other.path.length - one.path.length)[0]?.permalink
}
