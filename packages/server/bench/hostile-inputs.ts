/** A file of a stranger, in a source with good pages or beside them. */
export interface HostileInput {
  readonly kind:
    | 'control'
    | 'script'
    | 'front matter'
    | 'openapi'
    | 'grouping'
    | 'pages'
    | 'marks'
    | 'agent'
    | 'at once'
  readonly name: string
  /** By their paths; the pages are in `docs/`. */
  readonly files: Readonly<Record<string, string>>
  /** An OpenAPI document that is a source of the same site. */
  readonly openApi?: string
  /** What a website answers that is a source of the same site, by the path. */
  readonly website?: Readonly<Record<string, string>>
  /** How many sites with these files are synced at the same time. @default 1 */
  readonly sites?: number
  /** Whether it is read after all, so that no report names it. */
  readonly isRead?: boolean
}

const each = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('')

const script = (name: string, text: string, path = 'docusaurus.config.ts'): HostileInput => ({
  kind: 'script',
  name,
  files: { [path]: `export default ${text}` },
  // Of a file that isn't the site's configuration nothing is said.
  isRead: true,
})

const page = (kind: HostileInput['kind'], name: string, text: string, isRead = false): HostileInput => ({
  kind,
  name,
  files: { 'docs/hostile.md': text },
  isRead,
})

const matter = (name: string, yaml: string, isRead = false): HostileInput =>
  page('front matter', name, `---\ntitle: Hostile\n${yaml}\n---\n\nText.\n`, isRead)

const api = (name: string, rest: string, isRead = false): HostileInput => ({
  kind: 'openapi',
  name,
  files: {},
  openApi: rest.startsWith('{') ? rest : `openapi: 3.1.0\npaths: {/boil: {get: {summary: Boil}}}\n${rest}`,
  isRead,
})

const names = 'abcdefghij'
const laughs = (width: number): string =>
  [...names]
    .map((name, at) => `${name}: &${name} [${each(width, () => `${at === 0 ? 'x' : `*${names[at - 1]}`},`)}]`)
    .join('\n')

const apiWith = (operation: object): string =>
  JSON.stringify({ openapi: '3.1.0', paths: { '/boil': { get: { summary: 'Boil', ...operation } } } })

/** Read when the agent's work on a good page is checked. */
const repository = (name: string, text: string, path = 'docs/hostile.md'): HostileInput => ({
  kind: 'agent',
  name,
  files: { [path]: text },
  isRead: true,
})

const listed = (name: string, path: string, text: string): HostileInput => ({
  kind: 'grouping',
  name,
  files: {},
  website: { '/': '<title>Home</title><p>Kettles boil.', [path]: text },
  isRead: true,
})

const megabytePages = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `docs/large-${at}.md`,
      each(10_000, (line) => `Paragraph ${line} tells of *kettles* and [water](water-${line}.md), and of steam.\n\n`),
    ]),
  )

export const hostileInputs: readonly HostileInput[] = [
  // What the machine and the reader's own questions take.
  {
    kind: 'control',
    name: '400 good pages',
    files: Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `docs/more-${at}.md`,
        `# More ${at}\n\n${'Kettles boil water. '.repeat(200)}\n`,
      ]),
    ),
    isRead: true,
  },

  script('18 nested generic arrows', '<T>('.repeat(18)),
  script('30 nested generic arrows', '<T>('.repeat(30)),
  script('async generics', 'async<T>('.repeat(24)),
  script('generic calls', 'a<b>('.repeat(40)),
  script('optional generic calls', 'a?.<b>('.repeat(40)),
  script('generics behind comments', '<T>/* x */('.repeat(40)),
  script('generics behind regular expressions', `[/[)]"/] && ${'<T>('.repeat(24)}`),
  script('50,000 brackets', '['.repeat(50_000)),
  script('50,000 templates', '`${'.repeat(50_000)),
  script('a megabyte of numbers', `[${'1,'.repeat(500_000)}]`),
  script('VitePress', `${'<T>('.repeat(30)}`, 'docs/.vitepress/config.ts'),

  matter('an alias within itself', `a: &a [${'*a,'.repeat(400)}]`),
  matter('an alias within itself, 16 kB', `a: &a [${'*a,'.repeat(5_000)}]`),
  matter('aliases of aliases', laughs(9)),
  matter('aliases in a record', `a: &a {b: *a, ${each(500, (at) => `k${at}: *a, `)}}`),
  matter('a billion laughs by ten', laughs(30)),
  matter('merge keys', `a: &a {b: c}\nd:\n  <<: *a\n${each(300, () => '  <<: *a\n')}`),
  matter('keys of keys', `x:\n  ${'? '.repeat(600)}`, true),
  matter(
    '20,000 keys',
    each(20_000, (at) => `k${at}: v\n`),
  ),
  matter('20,000 brackets', `a: ${'['.repeat(20_000)}`),
  matter('an open quotation mark', `a: "${'b'.repeat(200_000)}`),
  matter('200,000 empty lines', '\n'.repeat(200_000), true),

  api('flow scalars, 1 MB', `x: [${'a,'.repeat(500_000)}]`),
  api('flow scalars, 4 MB', `x: [${'a,'.repeat(2_000_000)}]`),
  api('flow scalars, 12 MB', `x: [${'a,'.repeat(6_000_000)}]`),
  api('flow records, 4 MB', `x: [${'{a: b},'.repeat(600_000)}]`),
  api('block scalars, 8 MB', `x:\n${'  - a\n'.repeat(1_300_000)}`),
  api('an alias within itself', `x: &a [${'*a,'.repeat(1_000)}]`),
  api('a billion laughs', laughs(10)),
  api('100,000 brackets', `x: ${'['.repeat(100_000)}`),
  api('JSON of 4 million values', `{"x": [${'1,'.repeat(4_000_000)}1]}`),
  api('JSON of 3 million keys', `{${each(3_000_000, (at) => `"${at}":1,`)}"a":1}`),
  api('JSON of 500,000 brackets', `{"x": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`),

  {
    ...api('10,000 tags', apiWith({ tags: Array.from({ length: 10_000 }, (_, at) => `t${at}`) }), true),
    kind: 'grouping',
  },
  {
    ...api(
      '20,000 kinds of parameters',
      apiWith({ parameters: Array.from({ length: 20_000 }, (_, at) => ({ name: 'a', in: `i${at}` })) }),
      true,
    ),
    kind: 'grouping',
  },
  {
    ...api(
      '20,000 responses',
      apiWith({
        responses: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`r${at}`, { description: 'x' }])),
      }),
      true,
    ),
    kind: 'grouping',
  },
  {
    kind: 'grouping',
    name: '20,000 keys of a configuration',
    files: { 'mkdocs.yml': `site_name: x\n${each(20_000, (at) => `k${at}: v\n`)}` },
    isRead: true,
  },
  { kind: 'grouping', name: '20,000 keys, all the same', files: { 'mkdocs.yml': 'site_name: x\n'.repeat(20_000) } },
  listed('llms-full.txt, 31 MB', '/llms-full.txt', '# A page\n\nKettles boil water.\n\n'.repeat(900_000)),
  listed(
    'llms.txt, 50,000 addresses',
    '/llms.txt',
    `# Home\n\n${each(50_000, (at) => `- [Page ${at}](/page-${at})\n`)}`,
  ),
  listed(
    'sitemap.xml, 50,000 addresses',
    '/sitemap.xml',
    `<urlset>${each(50_000, (at) => `<url><loc>/page-${at}</loc></url>`)}</urlset>`,
  ),
  listed('robots.txt, 50,000 rules', '/robots.txt', `User-agent: *\n${each(20_000, (at) => `Disallow: /*a*${at}$\n`)}`),
  page('grouping', '20,000 headings of one name', '## Same\n\n'.repeat(20_000), true),
  page('grouping', '20,000 definitions of one name', '[a]: b\n'.repeat(20_000), true),

  page(
    'pages',
    'a page of 1 MB',
    each(12_000, (at) => `Paragraph ${at} tells of *kettles* and [water](water-${at}.md).\n\n`),
    true,
  ),
  page('pages', 'a table of 4 MB', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(400_000)}`),
  page('pages', 'a list of 4 MB', '- a\n'.repeat(1_000_000)),
  page('pages', 'a paragraph of 4 MB', 'a\n'.repeat(2_000_000)),
  {
    kind: 'pages',
    name: 'HTML of 4 MB, nested',
    files: { 'docs/hostile.html': '<div>'.repeat(800_000) },
    isRead: true,
  },
  {
    kind: 'pages',
    name: 'HTML of 4 MB, paragraphs',
    files: { 'docs/hostile.html': '<p>a'.repeat(1_000_000) },
    isRead: true,
  },

  page('pages', 'a quotation of 4 MB', '> a\n'.repeat(1_000_000)),
  page('pages', 'a code block that never ends', `\`\`\`\n${'a\n'.repeat(1_500_000)}`, true),
  page('pages', 'emphasis of 4 MB', '*a* '.repeat(1_000_000)),
  page(
    'pages',
    '100,000 levels of lists',
    each(2_000, (at) => `${'  '.repeat(at)}- a\n`),
    true,
  ),

  repository('4,000 nested brackets', '['.repeat(4_000)),
  repository('40 kB of [[[…]]]', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  repository('*_', '*_'.repeat(25_000)),
  repository('lazy quotations', '> a\nb\n'.repeat(20_000)),
  repository('open expressions', '{'.repeat(20_000), 'docs/hostile.mdx'),
  repository('open elements', '<a>'.repeat(20_000), 'docs/hostile.mdx'),
  repository('an alias within itself', `---\na: &a [${'*a,'.repeat(5_000)}]\n---\n\nText.\n`),
  repository('30 nested generic arrows', `export default ${'<T>('.repeat(30)}`, 'docusaurus.config.ts'),
  repository('a table of 4 MB', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(400_000)}`),
  repository('aliases of a configuration', laughs(9), 'mkdocs.yml'),
  repository('400,000 links', '[a](b.md) '.repeat(100_000)),

  ...[1, 4, 12].map(
    (sites): HostileInput => ({
      kind: 'at once',
      name: `${sites} sites with three pages of 1 MB`,
      files: megabytePages(3),
      sites,
      isRead: true,
    }),
  ),

  ...['*_', '_a*', '[', '](', '[a][', '![', '~a~~', 'http://a&a;', '**a* ', '> a\nb\n'].map((unit) =>
    page('marks', JSON.stringify(unit), unit.repeat(Math.ceil(50_000 / unit.length)), true),
  ),
]
