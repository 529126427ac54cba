import GithubSlugger from 'github-slugger'

/** How a generator makes the anchors of headings: GitHub’s way, VitePress’s, Python-Markdown’s, that of PyMdown and docutils’. */
export type AnchorStyle = 'github' | 'vitepress' | 'python' | 'pymdown' | 'docutils'

/** Makes the anchors of one page, heading by heading, each another than those before. */
export function createAnchors(style: AnchorStyle): (heading: string) => string {
  if (style === 'github') {
    const slugger = new GithubSlugger()
    return (heading) => slugger.slug(heading)
  }
  const used = new Set<string>()
  if (style === 'docutils') return (heading) => uniqueDocutils(docutilsId(heading), used)
  return (heading) => {
    const slug = slugs[style](heading)
    const anchor = style === 'vitepress' ? uniqueAfter(slug, used) : uniquePython(slug, used)
    used.add(anchor)
    return anchor
  }
}

const slugs: Readonly<Record<Exclude<AnchorStyle, 'github' | 'docutils'>, (heading: string) => string>> = {
  // `slugify` of @mdit-vue/shared 2.
  vitepress: (heading) =>
    heading
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the generator takes away
      .replace(/[\u0000-\u001f]/g, '')
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .replace(/^(\d)/, '_$1')
      .toLowerCase(),
  // `slugify` of markdown.extensions.toc, which keeps ASCII alone and makes one dash of several.
  python: (heading) =>
    heading
      .normalize('NFKD')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      .replace(/[^\u0000-\u007f]/g, '')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-'),
  // `slugs.slugify` of pymdownx with `case: lower`.
  pymdown: (heading) =>
    heading
      .normalize('NFC')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
      .replace(/ /g, '-'),
}

function uniqueAfter(slug: string, used: ReadonlySet<string>): string {
  let anchor = slug
  for (let count = 1; used.has(anchor); count++) anchor = `${slug}-${count}`
  return anchor
}

/** `set_id` of docutils: `id1`, `id2` for what has no id of its own. */
function uniqueDocutils(id: string, used: Set<string>): string {
  let anchor = id
  for (let count = 1; anchor === '' || used.has(anchor); count++) anchor = `id${count}`
  used.add(anchor)
  return anchor
}

/** `unique` of markdown.extensions.toc: `name`, `name_1`, `name_2`. */
function uniquePython(slug: string, used: ReadonlySet<string>): string {
  let anchor = slug
  while (anchor === '' || used.has(anchor)) {
    const [, name = anchor, count] = /^(.*)_(\d+)$/.exec(anchor) ?? []
    anchor = count === undefined ? `${name}_1` : `${name}_${Number(count) + 1}`
  }
  return anchor
}

/** `make_id` of docutils: empty for a text that has none of the letters that it keeps. */
export const docutilsId = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    .replace(/[^\u0000-\u007f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .replace(/-$/, '')

/** `Section.generate_id` of Asciidoctor, whose prefix and separator attributes of the page name. */
export function asciidoctorId(title: string, prefix: string, separator: string): string {
  const kept = title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ .-]/gu, '')
  if (separator === '') return prefix + kept.replace(/ /g, '')
  const isApart = (sign: string) => ' .-'.includes(sign) || sign === separator
  const parts: string[] = []
  for (const sign of prefix + kept) {
    if (!isApart(sign)) parts.push(sign)
    else if (parts.at(-1) !== separator) parts.push(separator)
  }
  if (parts.at(-1) === separator) parts.pop()
  if (prefix === '' && parts[0] === separator) parts.shift()
  return parts.join('')
}
