import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Documentation, type DocumentationView } from '../src/agent/documentation/documentation.ts'
import { problemsSince } from '../src/agent/documentation/problems-since.ts'
import type { Reading, ReadingLane } from '../src/reading/reading.ts'
import { reading } from './support/reading.ts'

const work = mkdtempSync(join(tmpdir(), 'validate-'))
let trees = 0
afterAll(() => rmSync(work, { recursive: true, force: true }))

const plant = (files: Record<string, string>): string => {
  const tree = join(work, String(trees++))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return tree
}

interface ValidateOptions extends DocumentationView {
  readonly docsFolder: string
  readonly documentation?: Documentation
}

/** Most pages here are short: that they have no title is no matter. */
const validate = async (
  tree: string,
  { docsFolder, documentation = new Documentation(reading, { tree, docsFolder }), ...view }: ValidateOptions,
) => (await documentation.validate(view)).filter(({ rule }) => rule !== 'page')

/** `docs/a.md:1:2 rule` for each problem. */
const check = async (files: Record<string, string>, docsFolder = 'docs'): Promise<string[]> => {
  const problems = await validate(plant(files), { docsFolder })
  return problems.map(({ path, line, column, rule }) => `${path}:${line}:${column} ${rule}`)
}

test('front matter that is not YAML, or never ends, is named with its place', async () => {
  expect(
    await check({
      'docs/a.md': '---\ntitle: One\ndescription: "open\n---\n# One\n',
      'docs/b.md': '---\ntitle: Two\n\n# Two\n',
      'docs/c.md': '---\ntitle: Three\n---\n# Three\n',
    }),
  ).toEqual(['docs/a.md:3:19 front-matter', 'docs/b.md:1:1 front-matter'])
})

test('MDX that does not parse is named with line, column and reason', async () => {
  const tree = plant({
    'docs/a.mdx': '# One\n\n<Tip>\n  Text.\n</Note>\n',
    'docs/b.mdx': '# Two\n\n{1 +}\n',
    'docs/c.md': '<Tip>\n',
  })
  const problems = await validate(tree, { docsFolder: 'docs' })
  expect(problems).toMatchObject([
    { path: 'docs/a.mdx', line: 5, column: 1, rule: 'mdx', message: expect.stringContaining('</Note>') },
    { path: 'docs/b.mdx', line: 3, rule: 'mdx' },
  ])
})

test('a page that is empty, or has no title any more, is named; parts of pages and pages made by front matter are not', async () => {
  const files = {
    'docs/empty.md': ' \n',
    'docs/bare.md': '---\ntitle: Bare\n---\n',
    'docs/nameless.md': 'Some words.\n',
    'docs/named.md': '---\ntitle: Named\n---\n\nSome words.\n',
    'docs/html.md': '<div align="center">\n<h1>Hello</h1>\n</div>\n\nWords.\n',
    'docs/component.mdx': '<Wide>\n\n# Hello\n\n</Wide>\n',
    'docs/home.md': '---\nlayout: home\nhero:\n  name: Acme\n---\n',
    'docs/list.mdx': '---\ntitle: List\nopenapi: GET /pets\n---\n',
    'docs/_part.md': 'Some words.\n',
    'docs/snippets/part.md': 'Some words.\n',
  }
  const problems = await new Documentation(reading, { tree: plant(files), docsFolder: 'docs' }).validate()
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'docs/bare.md: The page is empty.',
    'docs/empty.md: The page is empty.',
    'docs/nameless.md: The page has no title: neither in its front matter nor a heading.',
  ])
})

test('a code block that never ends is named where it begins', async () => {
  expect(
    await check({
      'docs/a.md': '# One\n\n```sh\nnpm i\n\nMore text.\n',
      'docs/b.md': '# Two\n\n````md\n```sh\nnpm i\n```\n````\n\n- item\n\n  ~~~\n  code\n  ~~~\n\n    indented\n',
      'docs/c.md': '> ```js\n> code\n> ```\n\n1. step\n\n   ```js\n   code\n\nback\n',
    }),
  ).toEqual(['docs/a.md:3:1 code-fence', 'docs/c.md:7:4 code-fence'])
})

describe('links', () => {
  const guide = '# Guide\n\n## Set up `now`\n\n## Twice\n\n## Twice\n\n<a id="by-hand"></a>\n\n## Own {#own-anchor}\n'

  test('are found by any spelling of a page: relative, absolute, with and without extension', async () => {
    expect(
      await check({
        'docs/index.md': [
          '[a](./guide/start.md) [b](guide/start) [c](/guide/start) [d](/guide/start/) [e](/guide/start.html)',
          '[f](guide/) [g](./guide/index.md) [h](/) [i](https://example.com/nothing) [j](mailto:a@example.com)',
          '[k](#here) [l][reference] <https://example.com>',
          '# Here',
          '',
          '[reference]: guide/start.md#set-up-now',
        ].join('\n'),
        'docs/guide/index.md': '# Guides\n\n[up](../) [file](../files/setup.zip)\n',
        'docs/guide/start.md': guide,
        'docs/files/setup.zip': 'zip',
      }),
    ).toEqual([])
  })

  test('that lead nowhere are named with their place', async () => {
    const tree = plant({
      'docs/index.md': 'Go\n\nSee [this](./missing.md) and\n[that](guide/start#nowhere), [there](../outside.md).\n',
      'docs/guide/start.md': guide,
    })
    expect(await validate(tree, { docsFolder: 'docs' })).toMatchObject([
      { line: 3, column: 5, rule: 'link', message: expect.stringContaining('./missing.md') },
      { line: 4, column: 1, rule: 'anchor', message: expect.stringContaining('#nowhere') },
      { line: 4, column: 30, rule: 'link' },
    ])
  })

  test('to anchors are found however the generator spells them', async () => {
    const anchors = ['set-up-now', 'set-up-`now`', 'twice', 'twice-1', 'twice_1', 'by-hand', 'own-anchor', 'top']
    const links = anchors.map((anchor) => `[x](start.md#${anchor})`).join(' ')
    expect(await check({ 'docs/a.md': links, 'docs/start.md': guide })).toEqual([])
  })

  test('of HTML and of components count, those put together at build time do not', async () => {
    expect(
      await check({
        'docs/a.mdx':
          '<Card title="x" href="/guide/none">Text</Card>\n\n<a href={url}>x</a>\n\n<Link to="./none">x</Link>\n',
        'docs/guide/start.mdx': '# Start\n',
        'docs/b.md':
          'Text <a href="none.md">x</a>\n\n<img alt="" src="none.png">\n\n[x]({{ site.url }}) [y](<%= url %>)\n',
      }),
    ).toEqual(['docs/a.mdx:1:1 link', 'docs/a.mdx:5:1 link', 'docs/b.md:1:6 link', 'docs/b.md:3:1 image'])
  })

  test('within admonitions have the columns of the file', async () => {
    expect(await check({ 'docs/a.md': '!!! note\n    See [x](none.md).\n' })).toEqual(['docs/a.md:2:9 link'])
  })
})

test('missing images are named, those in the places that generators serve are found', async () => {
  expect(
    await check(
      {
        'website/docusaurus.config.js': 'module.exports = { presets: [["classic", { docs: {} }]] }\n',
        'website/docs/a.md':
          '![a](/img/logo.png) ![b](./b.png) ![c](/img/none.png) ![d](none.svg) ![e](https://example.com/x.png)\n',
        'website/docs/b.png': 'png',
        'website/static/img/logo.png': 'png',
      },
      'website/docs',
    ),
  ).toEqual(['website/docs/a.md:1:35 image', 'website/docs/a.md:1:55 image'])
})

describe('each generator', () => {
  const page = (...links: string[]) => `# Page\n\n${links.map((link) => `[x](${link})`).join('\n')}\n`

  test('VitePress: base, public folder, sidebar in TypeScript, and entries that point nowhere', async () => {
    const tree = plant({
      'docs/.vitepress/config.mts': [
        "import { defineConfig, type DefaultTheme } from 'vitepress'",
        "const guide: DefaultTheme.SidebarItem[] = [{ text: 'Start', link: '/guide/start' }, { text: 'Gone', link: '/guide/gone' }]",
        'export default defineConfig({',
        "  base: '/product/',",
        '  themeConfig: {',
        "    nav: [{ text: 'Home', link: '/' }, { text: 'Blog', link: 'https://example.com' }],",
        "    sidebar: { '/guide/': guide, '/api/': { base: '/api/', items: [{ text: 'A', link: 'a' }, { text: 'B', link: 'b' }] } },",
        '  },',
        '} satisfies object)',
      ].join('\n'),
      'docs/index.md': page('/guide/start', '/product/guide/start', '/logo.svg', '/guide/none'),
      'docs/guide/start.md': page('./', '../api/a.md'),
      'docs/guide/index.md': page(),
      'docs/api/a.md': page(),
      'docs/public/logo.svg': '<svg/>',
    })
    expect(await validate(tree, { docsFolder: 'docs' })).toMatchObject([
      {
        path: 'docs/.vitepress/config.mts',
        line: 2,
        column: 107,
        rule: 'navigation',
        message: expect.stringContaining('/guide/gone'),
      },
      { path: 'docs/.vitepress/config.mts', line: 7, rule: 'navigation', message: expect.stringContaining('“b”') },
      { path: 'docs/index.md', line: 6, rule: 'link' },
    ])
  })

  test('Docusaurus: ids with numbers and front matter, categories, folders, and addresses below /docs', async () => {
    expect(
      await check(
        {
          'website/docusaurus.config.ts':
            "const config = { baseUrl: '/', presets: [['classic', { docs: { sidebarPath: './sidebars.ts', routeBasePath: 'manual' } }]] }\nexport default config\n",
          'website/sidebars.ts':
            "const sidebars = {\n  main: ['intro', { type: 'category', label: 'Guides', items: ['guides/first', 'guides/named', 'guides/gone'] }, { type: 'autogenerated', dirName: 'api' }, { type: 'autogenerated', dirName: 'none' }],\n}\nexport default sidebars\n",
          'website/docs/01-intro.md': page(
            '/manual/guides/first',
            '/manual/guides/none',
            '/blog/whatever',
            './guides/01-first.md',
          ),
          'website/docs/guides/01-first.md': page('../intro', '/manual/custom'),
          'website/docs/guides/file.md': '---\nid: named\nslug: /custom\n---\n# Named\n',
          'website/docs/api/x.md': page(),
        },
        'website/docs',
      ),
    ).toEqual([
      'website/docs/01-intro.md:4:1 link',
      'website/sidebars.ts:2:96 navigation',
      'website/sidebars.ts:2:191 navigation',
    ])
  })

  test('Starlight: slugs, links and folders of the sidebar', async () => {
    expect(
      await check(
        {
          'astro.config.mjs': [
            "import { defineConfig } from 'astro/config'",
            "import starlight from '@astrojs/starlight'",
            'export default defineConfig({',
            '  integrations: [starlight({ title: "Docs", sidebar: [',
            "    { label: 'Guides', items: ['guides/first', { slug: 'guides/gone' }, { label: 'x', link: '/guides/first/' }] },",
            "    { label: 'Reference', autogenerate: { directory: 'reference' } },",
            '  ] })],',
            '})',
          ].join('\n'),
          'src/content/docs/guides/First.mdx': page('/guides/first/', '../reference/a/', '/reference/none'),
          'src/content/docs/reference/a.md': page('/about', '/logo.png'),
          'public/logo.png': 'png',
        },
        'src/content/docs',
      ),
    ).toEqual(['astro.config.mjs:5:56 navigation', 'src/content/docs/guides/First.mdx:5:1 link'])
  })

  test('Mintlify: nested groups of docs.json, other files, redirects, and pages made from an API description', async () => {
    expect(
      await check(
        {
          'docs.json': JSON.stringify({
            navigation: {
              tabs: [
                {
                  tab: 'Guides',
                  groups: [
                    { group: 'Start', pages: ['index', 'guides/gone', { group: 'More', pages: ['guides/more'] }] },
                  ],
                },
                { tab: 'API', openapi: 'openapi.json', pages: ['GET /users', 'api-reference/users/list'] },
              ],
            },
            redirects: [{ source: '/old/:slug*', destination: '/guides/:slug*' }],
          }),
          'index.mdx': page('/guides/more', '/old/page', '/api-reference/users/create', '/guides/none'),
          'guides/more.mdx':
            '# More\n\n<Accordion title="A question?">x</Accordion>\n\n[x](#a-question) ![](/images/a.png)\n',
          'images/a.png': 'png',
        },
        '',
      ),
    ).toEqual(['docs.json:1:84 navigation', 'index.mdx:6:1 link'])
  })

  test('MkDocs: nav with custom tags, and links between files', async () => {
    expect(
      await check({
        'mkdocs.yml':
          'site_name: x\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\nnav:\n  - Home: index.md\n  - Guides:\n      - guides/first.md\n      - Gone: guides/gone.md\n  - https://example.com\n',
        'docs/index.md': page('guides/first.md#page', 'guides/first/', 'guides/none.md'),
        'docs/guides/first.md': page('../index.md'),
      }),
    ).toEqual(['docs/index.md:5:1 link', 'mkdocs.yml:9:15 navigation'])
  })

  test('a configuration that does not parse is named with its place', async () => {
    expect(await check({ 'docs/docs.json': '{\n  "navigation": [,]\n}\n', 'docs/index.md': page() })).toEqual([
      'docs/docs.json:2:18 navigation-file',
    ])
  })
})

/** Tells what came of each task. */
const watchLane = (lane: ReadingLane, tell: (outcome: unknown) => void): ReadingLane => ({
  run: async (name, input, options) => {
    const outcome = await lane.run(name, input, options)
    tell(outcome)
    return outcome
  },
})

test('of many pages each problem is found, at its page, and once more when nothing is parsed again', async () => {
  const files: Record<string, string> = {}
  for (let number = 0; number < 200; number++) {
    files[`docs/page-${number}.mdx`] = `# Page ${number}\n\n[next](./page-${number + 1}.mdx#page-${number + 1})\n`
  }
  files['docs/page-77.mdx'] = '# Page 77\n\n<Tip>\n'
  const tree = plant(files)
  let parsed = 0
  const countParsed = (outcome: unknown) => {
    parsed += [outcome]
      .flat()
      .filter((page) => typeof page === 'object' && page && 'facts' in page && page.facts).length
  }
  const counting: Reading = { ...reading, openLane: () => watchLane(reading.openLane(), countParsed) }
  const documentation = new Documentation(counting, { tree, docsFolder: 'docs' })
  const problems = await validate(tree, { docsFolder: 'docs', documentation })
  expect(problems.map(({ path, rule }) => [path, rule])).toEqual([
    ['docs/page-199.mdx', 'link'],
    ['docs/page-77.mdx', 'mdx'],
  ])
  expect(parsed).toBe(200)
  expect(await validate(tree, { docsFolder: 'docs', documentation })).toEqual(problems)
  expect(parsed).toBe(200)
})

test('a page that takes forever is named, and the others are checked', async () => {
  const tree = plant({
    'docs/a.md': '# A\n\n[x](none.md)\n',
    'docs/slow.md': `# Slow\n\n${'> a\nb\n'.repeat(40_000)}`,
    'docs/z.md': '# Z\n\n[a](a.md#none) [slow](slow.md#anything)\n',
  })
  const hurried: Reading = {
    ...reading,
    openLane: () => {
      const lane = reading.openLane()
      return { run: (name, input, options) => lane.run(name, input, { ...options, deadline: 1_500 }) }
    },
  }
  const documentation = new Documentation(hurried, { tree, docsFolder: 'docs' })
  expect(await validate(tree, { docsFolder: 'docs', documentation })).toMatchObject([
    { path: 'docs/a.md', rule: 'link' },
    { path: 'docs/slow.md', rule: 'mdx', message: 'The page cannot be read: It took more than 1.5 s.' },
    { path: 'docs/z.md', rule: 'anchor' },
  ])
})

test('only what the base did not have is new, wherever it has moved', async () => {
  const tree = plant({ 'docs/a.md': '[x](none.md)\n\n[y](./b.md)\n', 'docs/b.md': '# B\n' })
  const base = await validate(tree, { docsFolder: 'docs' })
  expect(base).toHaveLength(1)
  writeFileSync(join(tree, 'docs/a.md'), 'More.\n\n[y](./b.md) [x](none.md)\n')
  expect(problemsSince(base, await validate(tree, { docsFolder: 'docs' }))).toEqual([])
  writeFileSync(join(tree, 'docs/a.md'), '[x](none.md) [x](none.md)\n')
  expect(problemsSince(base, await validate(tree, { docsFolder: 'docs' }))).toHaveLength(1)
  rmSync(join(tree, 'docs/b.md'))
  writeFileSync(join(tree, 'docs/a.md'), '[x](none.md) [y](./b.md)\n')
  expect(problemsSince(base, await validate(tree, { docsFolder: 'docs' }))).toMatchObject([
    { rule: 'link', column: 14 },
  ])
})

test('files can be seen as they were, without writing them', async () => {
  const tree = plant({ 'docs/a.md': '[x](b.md)\n', 'docs/new.md': '# New\n' })
  const before = await validate(tree, {
    docsFolder: 'docs',
    replaced: new Map([
      ['docs/b.md', '# B\n'],
      ['docs/new.md', null],
    ]),
  })
  expect(before).toEqual([])
  expect(await validate(tree, { docsFolder: 'docs' })).toMatchObject([{ rule: 'link' }])
})

test('code of the repository is read, never run', async () => {
  const marker = join(work, 'ran')
  const evil = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')\nmodule.exports = { presets: [] }\n`
  const tree = plant({
    'docusaurus.config.js': evil,
    'sidebars.js': evil,
    'docs/a.mdx': `export const x = await import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(marker)}, ''))\n\n# A {x}\n`,
    'docs/.vitepress/config.mjs': `import fs from 'node:fs'\nfs.writeFileSync(${JSON.stringify(marker)}, '')\nexport default {}\n`,
  })
  await validate(tree, { docsFolder: 'docs' })
  await expect(import('node:fs/promises').then((fs) => fs.stat(marker))).rejects.toThrow('ENOENT')
})
