import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Documentation } from '../src/agent/documentation/documentation.ts'
import type { NavigationChange } from '../src/agent/navigation/update-navigation.ts'
import { reading } from './support/reading.ts'

const work = mkdtempSync(join(tmpdir(), 'navigation-'))
let trees = 0
afterAll(() => rmSync(work, { recursive: true, force: true }))

interface Example {
  readonly docsFolder: string
  readonly file: string
  readonly text: string
  readonly others?: Record<string, string>
  readonly pages: readonly string[]
}

/** Applies changes one after another, and gives what the file then says. */
const update = async (example: Example, ...changes: NavigationChange[]): Promise<string> => {
  const tree = join(work, String(trees++))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  write(example.file, example.text)
  for (const [path, text] of Object.entries(example.others ?? {})) write(path, text)
  for (const page of example.pages) write(page, '# Page\n')
  for (const change of changes) {
    const documentation = new Documentation(reading, { tree, docsFolder: example.docsFolder })
    for (const [path, text] of await documentation.editNavigation(change)) write(path, text)
    const problems = await documentation.validate()
    expect(problems.filter((problem) => problem.rule === 'navigation-file')).toEqual([])
  }
  return readFileSync(join(tree, example.file), 'utf8')
}

/** The lines that differ, as a person would see them in a pull request. */
const changed = (before: string, after: string): string[] => {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `-${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ]
}

describe('VitePress', () => {
  const example: Example = {
    docsFolder: 'docs',
    file: 'docs/.vitepress/config.mts',
    pages: ['docs/index.md', 'docs/guide/start.md', 'docs/guide/deploy.md', 'docs/guide/keys.md', 'docs/api/a.md'],
    text: `import { defineConfig } from 'vitepress'

// It's ours.
export default defineConfig({
  title: "Docs",
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/start' }],
    sidebar: [
      {
        text: 'Guide',
        items: [
          { text: 'Start', link: '/guide/start' }, // first
          { text: 'Deploy', link: '/guide/deploy' },
        ],
      },
      { text: 'API', items: [{ text: 'A', link: '/api/a' }] },
    ],
  },
})
`,
  }

  test('a page comes after another, and nothing else in the file changes', async () => {
    const add = { operation: 'add', page: 'docs/guide/keys.md', label: "What's a key?" } as const
    expect(changed(example.text, await update(example, { ...add, after: 'docs/guide/start.md' }))).toEqual([
      `+          { text: 'What\\'s a key?', link: '/guide/keys' },`,
    ])
    const last = await update(example, { ...add, group: 'guide' })
    expect(last).toContain(
      `link: '/guide/deploy' },\n          { text: 'What\\'s a key?', link: '/guide/keys' },\n        ],`,
    )
    const first = await update(example, { ...add, after: 'docs/guide/start.md' })
    expect(first).toMatch(/\/guide\/start' }, \/\/ first\n {10}{ text: 'What/)
  })

  test('without a group it joins the pages of its folder; a new group is made only when asked', async () => {
    const add = { operation: 'add', page: 'docs/guide/keys.md', label: 'Keys' } as const
    expect(await update(example, add)).toContain("'/guide/deploy' },\n          { text: 'Keys', link: '/guide/keys' }")
    await expect(update(example, { ...add, group: 'Security' })).rejects.toThrow(
      'no group “Security”. It has “Guide”, “API”',
    )
    expect(await update(example, { ...add, group: 'Security', createGroup: true })).toContain(`'/api/a' }] },
      {
        text: 'Security',
        items: [
          { text: 'Keys', link: '/guide/keys' }
        ]
      },
    ],`)
  })

  test('a page is moved, renamed and removed; a group that is empty then goes too', async () => {
    const moved = await update(example, { operation: 'move', page: 'docs/guide/start.md', group: 'API' })
    expect(moved).toContain(
      "{ text: 'API', items: [{ text: 'A', link: '/api/a' }, { text: 'Start', link: '/guide/start' }] }",
    )
    expect(moved).not.toMatch(/items: \[\n\s*{ text: 'Start'/)
    const renamed = await update(example, { operation: 'rename', page: 'docs/api/a.md', label: 'All of A' })
    expect(renamed).toContain("{ text: 'All of A', link: '/api/a' }")
    const removed = await update(example, { operation: 'remove', page: 'docs/api/a.md' })
    expect(removed).not.toContain('API')
    expect(removed).toContain("'/guide/deploy' },\n        ],\n      },\n    ],")
  })

  test('what is made by code at build time is left alone, and said so', async () => {
    const text = 'import { sidebar } from "./make.mjs"\nexport default { themeConfig: { sidebar: sidebar() } }\n'
    await expect(update({ ...example, text }, { operation: 'add', page: 'docs/guide/keys.md' })).rejects.toThrow(
      'not written out in docs/.vitepress/config.mts',
    )
  })

  test('a page that is no page, is there already, or is not there, is refused', async () => {
    await expect(update(example, { operation: 'add', page: 'docs/none.md' })).rejects.toThrow('no page of this site')
    await expect(update(example, { operation: 'add', page: 'docs/guide/start.md' })).rejects.toThrow('already')
    await expect(update(example, { operation: 'move', page: 'docs/guide/keys.md', group: 'API' })).rejects.toThrow(
      'is not in the navigation',
    )
  })
})

test('Docusaurus: ids, with a label where the others have one', async () => {
  const example: Example = {
    docsFolder: 'website/docs',
    file: 'website/sidebars.js',
    others: { 'website/docusaurus.config.js': 'module.exports = {}\n' },
    pages: [
      'website/docs/intro.md',
      'website/docs/guides/01-first.md',
      'website/docs/guides/02-second.md',
      'website/docs/api/index.md',
    ],
    text: `/** @type {import('@docusaurus/plugin-content-docs').SidebarsConfig} */
const sidebars = {
  main: [
    'intro',
    {
      type: 'category',
      label: 'Guides',
      items: ['guides/first'],
    },
  ],
};

module.exports = sidebars;
`,
  }
  const page = 'website/docs/guides/02-second.md'
  const added = await update(example, { operation: 'add', page, label: 'Second', group: 'Guides' })
  expect(changed(example.text, added)).toEqual([
    "-      items: ['guides/first'],",
    "+      items: ['guides/first', 'guides/second'],",
  ])
  const index = await update(example, {
    operation: 'add',
    page: 'website/docs/api/index.md',
    after: 'website/docs/intro.md',
  })
  expect(changed(example.text, index)).toEqual(["+    'api/index',"])
  const renamed = await update(example, { operation: 'rename', page: 'website/docs/intro.md', label: 'Begin' })
  expect(changed(example.text, renamed)).toEqual([
    "-    'intro',",
    "+    { type: 'doc', id: 'intro', label: 'Begin' },",
  ])
  const made = await update(example, { operation: 'add', page, group: 'New', createGroup: true })
  expect(made).toContain(
    "{\n      type: 'category',\n      label: 'New',\n      items: [\n        'guides/second'\n      ]\n    },\n  ],",
  )
})

test('Starlight: slugs or links, as the others are', async () => {
  const example: Example = {
    docsFolder: 'src/content/docs',
    file: 'astro.config.mjs',
    pages: ['src/content/docs/guides/one.md', 'src/content/docs/guides/two.md', 'src/content/docs/reference/a.md'],
    text: `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({
	integrations: [
		starlight({
			sidebar: [
				{
					label: 'Guides',
					items: [
						{ label: 'One', slug: 'guides/one' },
					],
				},
				{ label: 'Reference', items: [{ label: 'A', link: '/reference/a/' }] },
				{ label: 'All', autogenerate: { directory: 'reference' } },
			],
		}),
	],
});
`,
  }
  const page = 'src/content/docs/guides/two.md'
  const added = await update(example, { operation: 'add', page, label: 'Two', group: 'Guides' })
  expect(changed(example.text, added)).toEqual(["+\t\t\t\t\t\t{ label: 'Two', slug: 'guides/two' },"])
  expect(await update(example, { operation: 'add', page, label: 'Two', group: 'Reference' })).toContain(
    "[{ label: 'A', link: '/reference/a/' }, { label: 'Two', link: '/guides/two/' }]",
  )
})

test('Mintlify: pages of nested groups, with the indentation of the file', async () => {
  const text = `${JSON.stringify(
    {
      name: 'Docs',
      navigation: {
        tabs: [
          { tab: 'Guides', groups: [{ group: 'Start', pages: ['index', { group: 'More', pages: ['guides/more'] }] }] },
          { tab: 'API', groups: [{ group: 'Start', pages: ['api/a'] }] },
        ],
      },
    },
    null,
    2,
  )}\n`
  const example: Example = {
    docsFolder: '',
    file: 'docs.json',
    text,
    pages: ['index.mdx', 'guides/more.mdx', 'guides/new.mdx', 'api/a.mdx'],
  }
  const add = { operation: 'add', page: 'guides/new.mdx' } as const
  const added = await update(example, { ...add, after: 'guides/more.mdx' })
  expect(JSON.parse(added).navigation.tabs[0].groups[0].pages[1].pages).toEqual(['guides/more', 'guides/new'])
  expect(added.split('\n').length).toBe(text.split('\n').length + 1)
  await expect(update(example, { ...add, group: 'Start' })).rejects.toThrow(
    'Several groups are called “Start”: “Guides > Start”, “API > Start”',
  )
  const named = await update(example, { ...add, group: 'API > Start' })
  expect(JSON.parse(named).navigation.tabs[1].groups[0].pages).toEqual(['api/a', 'guides/new'])
  const made = JSON.parse(await update(example, { ...add, group: 'Fresh', createGroup: true, after: 'index.mdx' }))
  expect(made.navigation.tabs[0].groups[0].pages[1]).toEqual({ group: 'Fresh', pages: ['guides/new'] })
  const removed = JSON.parse(await update(example, { operation: 'remove', page: 'guides/more.mdx' }))
  expect(removed.navigation.tabs[0].groups[0].pages).toEqual(['index'])
  await expect(update(example, { operation: 'rename', page: 'index.mdx', label: 'x' })).rejects.toThrow('sidebarTitle')
})

test('MkDocs: lines of nav, with comments and custom tags left as they are', async () => {
  const text = `site_name: Docs
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav: # by hand
  - Home: index.md
  - Guides:
      - guides/one.md
      # the second one
      - "Two: more": guides/two.md
  - API:
      - api/a.md
theme:
  name: material
`
  const pages = ['docs/index.md', 'docs/guides/one.md', 'docs/guides/two.md', 'docs/guides/new.md', 'docs/api/a.md']
  const example: Example = { docsFolder: 'docs', file: 'mkdocs.yml', text, pages }
  const add = { operation: 'add', page: 'docs/guides/new.md', label: 'New: page' } as const
  expect(changed(text, await update(example, { ...add, group: 'Guides' }))).toEqual([
    '+      - "New: page": guides/new.md',
  ])
  expect(await update(example, { ...add, after: 'docs/guides/one.md' })).toContain(
    'one.md\n      - "New: page": guides/new.md\n      # the',
  )
  expect(await update(example, { ...add, group: 'Fresh', createGroup: true })).toContain(
    '      - api/a.md\n  - Fresh:\n      - "New: page": guides/new.md\ntheme:',
  )
  expect(changed(text, await update(example, { operation: 'remove', page: 'docs/api/a.md' }))).toEqual([
    '-  - API:',
    '-      - api/a.md',
  ])
  expect(
    changed(text, await update(example, { operation: 'rename', page: 'docs/guides/one.md', label: 'One' })),
  ).toEqual(['-      - guides/one.md', '+      - One: guides/one.md'])
  expect(changed(text, await update(example, { operation: 'move', page: 'docs/index.md', group: 'API' }))).toEqual([
    '-  - Home: index.md',
    '+      - Home: index.md',
  ])
})
