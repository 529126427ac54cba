import { type Fixture, matter, pages } from './fixture.ts'

/** A route in code: the collection, and how its paths are made. */
const route = (collection: string, params: string) => `---
import { getCollection, render } from 'astro:content'
export async function getStaticPaths() {
  const entries = await getCollection('${collection}')
  return entries.map((entry) => ({ params: ${params}, props: { entry } }))
}
const { Content } = await render(Astro.props.entry)
---
<Content />
`

const content = `import { defineCollection, z } from 'astro:content'
import { glob } from 'astro/loaders'
const docs = defineCollection({ loader: glob({ pattern: '**/[^_]*.{md,mdx}', base: './src/content/docs' }) })
export const collections = {
  docs,
  notes: defineCollection({ loader: glob({ pattern: ['**/*.md', '!**/README.md'], base: './src/data/notes' }), schema: z.object({}) }),
}
`

export const astro: Fixture[] = [
  {
    shows: 'pages, and collections whose routes use the ids of their entries',
    files: {
      'astro.config.mjs': `import { defineConfig } from 'astro/config'\nexport default defineConfig({ base: '/base' })`,
      'src/content.config.ts': content,
      'src/pages/docs/[...slug].astro': route('docs', '{ slug: entry.id }'),
      'src/pages/notes/[...slug].astro': route('notes', '{ slug: entry.id }'),
      ...pages('src/pages/index.md', 'src/pages/guide/index.md', 'src/pages/guide/My Page.md', 'src/pages/about.mdx'),
      ...pages('src/pages/_draft.md', 'src/pages/_x/y.md', 'README.md'),
      ...pages('src/content/docs/index.md', 'src/content/docs/Sub Folder/Node.js Guide.md'),
      ...pages('src/content/docs/Sub Folder/index.md', 'src/content/docs/c.mdx', 'src/content/docs/_part.md'),
      'src/content/docs/named.md': matter('slug: other/name'),
      ...pages('src/data/notes/a.md', 'src/data/notes/deep/b.md', 'src/data/notes/README.md'),
    },
    expected: {
      addresses: {
        'src/pages/index.md': 'base/',
        'src/pages/guide/index.md': 'base/guide/',
        'src/pages/guide/My Page.md': 'base/guide/My Page/',
        'src/pages/about.mdx': 'base/about/',
        'src/content/docs/index.md': 'base/docs/index/',
        'src/content/docs/Sub Folder/Node.js Guide.md': 'base/docs/sub-folder/nodejs-guide/',
        'src/content/docs/Sub Folder/index.md': 'base/docs/sub-folder/',
        'src/content/docs/c.mdx': 'base/docs/c/',
        'src/content/docs/named.md': 'base/docs/named/',
        'src/data/notes/a.md': 'base/notes/a/',
        'src/data/notes/deep/b.md': 'base/notes/deep/b/',
      },
      places: {
        'src/content/docs/named.md': {
          anchors: 'astro',
          route: { root: 'base/docs', ending: '/', file: 'named.md', start: 'root' },
        },
      },
    },
  },
  // Only the first was built, with Astro 5.18; this one is as the documentation of Astro 4 has it.
  {
    shows: 'collections of Astro 4, whose entries have slugs',
    files: {
      'astro.config.mjs': 'export default {}',
      'src/content/config.ts': `import { defineCollection } from 'astro:content'\nexport const collections = { docs: defineCollection({ schema: {} }) }`,
      'src/pages/[...slug].astro': route('docs', '{ slug: entry.slug }'),
      ...pages('src/content/docs/Guide/A.md', 'src/content/docs/_part.md'),
    },
    expected: { addresses: { 'src/content/docs/Guide/A.md': 'guide/a/' } },
  },
  {
    shows: 'no address where code makes it',
    files: {
      'astro.config.mjs': `export default { build: { format: 'file' } }`,
      'src/content.config.ts': content,
      'src/pages/docs/[...slug].astro': route('docs', `{ slug: entry.id.replace('guide/', '') }`),
      'src/pages/[lang]/[...slug].astro': route('notes', '{ slug: entry.id }'),
      ...pages('src/pages/about.md', 'src/content/docs/a.md', 'src/data/notes/b.md', 'src/content/blog/c.md'),
    },
    expected: {
      addresses: {
        'src/pages/about.md': 'about.html',
        'src/content/docs/a.md': undefined,
        'src/data/notes/b.md': undefined,
        'src/content/blog/c.md': undefined,
      },
    },
  },
  {
    shows: 'no address where two routes show one collection',
    files: {
      'astro.config.mjs': 'export default {}',
      'src/content.config.ts': content,
      'src/pages/docs/[...slug].astro': route('docs', '{ slug: entry.id }'),
      'src/pages/print/[...slug].astro': route('docs', '{ slug: entry.id }'),
      ...pages('src/content/docs/a.md'),
    },
    expected: { addresses: { 'src/content/docs/a.md': undefined } },
  },
]
