import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPage } from '../src/pages/readers/read-page.ts'
import { folderSource } from '../src/sources/folder.ts'
import { reading } from './support/reading.ts'
import { writeFiles } from './support/write-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-published-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** The text of each page that a folder publishes, by its file. */
async function readFolder(files: Record<string, string>, below = ''): Promise<Record<string, string>> {
  await writeFiles(root, files)
  const found: Record<string, string> = {}
  const source = folderSource(reading, join(root, below), { project: root })
  for await (const item of source.read(new AbortController().signal)) {
    if (item.kind !== 'document') continue
    const { document } = item
    const page = await readPage({ ...document, ...document.place })
    if (!page.draft) found[document.path] = page.sections.map(({ content }) => content).join('\n\n')
  }
  return found
}

/** Pages of a folder with one field each, called by what they say. */
const pagesWith = (folder: string, ending: string, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field, at) => [`${folder}p${at}.${ending}`, `---\ntitle: T\n${field}\n---\n\n${field}`]),
  )

const words = (key: string, values: string) => values.split(' ').map((value) => `${key}: ${value}`)

describe('what generators publish is indexed, and nothing else', () => {
  test.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
    [
      'Jekyll',
      { '_config.yml': 'markdown: kramdown' },
      [...words('published', 'false no off False FALSE NO ~ null'), 'published:'],
      // In quotes they are texts, and so are other words: whatever is a value is true in Ruby.
      [...words('published', 'true yes on True "no" "false" \'off\' 0 n'), ...words('search_exclude', 'false no')],
    ],
    [
      'Jekyll, by its folders alone',
      { '_config.yml': 'title: Acme', '_layouts/default.html': '', '_drafts/later.md': '---\ntitle: A\n---\nLater' },
      words('published', 'false no'),
      words('published', 'true'),
    ],
    [
      'Just the Docs',
      { '_config.yml': 'remote_theme: just-the-docs' },
      words('search_exclude', 'true yes on True YES'),
      words('search_exclude', 'false no off False'),
    ],
    [
      'Hugo',
      { 'hugo.toml': 'baseURL = "https://acme.test/"' },
      [
        ...words('draft', 'true "true" True 1 yes'),
        'publishDate: 2999-01-01',
        'expiryDate: 2001-01-01',
        'date: 2999-12-01',
      ],
      [...words('draft', 'false "false" False 0 no'), 'publishDate: 2001-01-01', 'expiryDate: 2999-01-01'],
    ],
    [
      'Docusaurus',
      {
        'docusaurus.config.js':
          'module.exports = { url: "https://acme.test", baseUrl: "/", presets: [["classic", { docs: {} }]] }',
      },
      [...words('draft', 'true "true" True'), ...words('unlisted', 'true "true" True')],
      [...words('draft', 'false "false"'), ...words('unlisted', 'false "false"'), 'hide_title: true'],
    ],
    [
      'MkDocs',
      { 'mkdocs.yml': 'site_name: Acme' },
      words('search', '{exclude:true} {exclude:yes} {exclude:on} {exclude:True} {exclude:"true"}').map((field) =>
        field.replace('exclude:', 'exclude: '),
      ),
      [
        ...words('search', '{exclude:false} {boost:2}').map((field) => field.replace(/(?<=\{\w+):/, ': ')),
        'status: new',
      ],
    ],
    [
      'Starlight',
      {
        'astro.config.mjs':
          'import starlight from "@astrojs/starlight"\nexport default { integrations: [starlight({ title: "Acme" })] }',
      },
      [...words('draft', 'true True yes'), ...words('pagefind', 'false no')],
      [...words('draft', 'false no'), ...words('pagefind', 'true yes'), 'sidebar: {hidden: true}'],
    ],
    [
      'Mintlify',
      { 'docs.json': '{ "name": "Acme", "navigation": { "pages": ["p0"] } }' },
      [...words('hidden', 'true yes'), ...words('noindex', 'true True'), 'searchable: false'],
      [...words('hidden', 'false no'), ...words('noindex', 'false'), 'searchable: true', 'icon: star'],
    ],
    [
      'Obsidian',
      { '.obsidian/app.json': '{}' },
      words('publish', 'false no off "false" False'),
      [...words('publish', 'true yes on "true"'), 'tags: [publish]'],
    ],
  ])('%s', async (name, configuration, unpublished, published) => {
    const folder =
      { Hugo: 'content/', Starlight: 'src/content/docs/' }[name] ?? (/^(?:Do|Mk)/.test(name) ? 'docs/' : '')
    const ending = name === 'Mintlify' ? 'mdx' : 'md'
    const found = await readFolder({ ...configuration, ...pagesWith(folder, ending, [...unpublished, ...published]) })
    expect(Object.values(found).toSorted()).toEqual([...published].toSorted())
  })

  test.each([
    ['_posts/2999-01-01-a.md', '', false],
    ['_posts/2001-01-01-a.md', '', true],
    ['_posts/2001-01-01-a.md', 'date: 2999-01-01', false],
    ['_docs/a.md', 'date: 2999-01-01 10:00:00 +0000', false],
    ['_docs/a.md', 'date: 2001-01-01', true],
    ['a.md', 'date: 2999-01-01', true],
  ])('Jekyll, by dates: %s with “%s” is published: %s', async (file, field, isPublished) => {
    const files = { [file]: `---\ntitle: A\n${field}\n---\nText`, 'b.md': '---\ntitle: B\n---\nText' }
    const configuration = 'markdown: kramdown\ncollections: {docs: {output: true}}\n'
    expect(file in (await readFolder({ '_config.yml': configuration, ...files }))).toBe(isPublished)
    expect(file in (await readFolder({ '_config.yml': `${configuration}future: true\n`, ...files }))).toBe(true)
  })

  test.each([
    ['TOML', '+++\ndraft = true\n+++\nText', '+++\ndraft = false\n+++\nText'],
    ['TOML with texts', '+++\ndraft = "true"\n+++\nText', '+++\ndraft = "false"\n+++\nText'],
    ['TOML with dates', '+++\nexpiryDate = 2001-01-01\n+++\nText', '+++\nexpiryDate = 2999-01-01\n+++\nText'],
    ['JSON', '{\n  "draft": true\n}\n\nText', '{\n  "draft": false\n}\n\nText'],
    ['JSON with dates', '{\n  "publishDate": "2999-01-01"\n}\n\nText', '{\n  "publishDate": "2001-01-01"\n}\n\nText'],
    ['other letters', '---\nDraft: true\n---\nText', '---\nDraft: false\n---\nText'],
  ])('Hugo, by front matter in %s', async (_name, unpublished, published) => {
    const files = {
      'hugo.toml': 'baseURL = "https://acme.test/"',
      'content/a.md': unpublished,
      'content/b.md': published,
    }
    expect(Object.keys(await readFolder(files))).toEqual(['content/b.md'])
  })

  test('Sphinx, by its fields, its patterns and its conditions', async () => {
    const conditions = [
      ['only:: html', 'Html.'],
      ['only:: latex', ''],
      ['only:: html and not latex', 'Not LaTeX.'],
      ['only:: not html', ''],
      ['only:: html or draft', 'One of them.'],
      ["ifconfig:: release == '1.10'", 'Of 1.10.'],
      ["ifconfig:: release != '1.10'", ''],
      ["ifconfig:: project in ('other', 'more')", ''],
      ['ifconfig:: beta', ''],
      ['ifconfig:: not beta', 'No beta.'],
    ]
    const body = conditions.map(([line, text]) => `.. ${line}\n\n   ${text || 'Never.'}`).join('\n\n')
    const title = 'Title\n=====\n\n'
    const found = await readFolder({
      'conf.py': 'extensions = []\nproject = "acme"\nrelease = "1.10"\nbeta = False\nexclude_patterns = ["drafts/*"]',
      'index.rst': `${title}${body}`,
      'orphan.rst': `:orphan:\n\n${title}Found.`,
      'nosearch.rst': `:nosearch:\n\n${title}Not found.`,
      'both.rst': `:orphan:\n:nosearch:\n\n${title}Not found.`,
      'labelled.rst': `.. _label:\n\n:nosearch:\n\n${title}Not found.`,
      'later.rst': `${title}:nosearch: is a field.`,
      'drafts/d.rst': `${title}Left out.`,
      'm.md': '---\nnosearch: true\n---\n# M\n\nNot found.',
      'n.md': '---\norphan: true\n---\n# N\n\nFound.',
    })
    expect(Object.keys(found).toSorted()).toEqual(['index.rst', 'later.rst', 'n.md', 'orphan.rst'])
    const shown = conditions.flatMap(([, text]) => text || [])
    expect(found['index.rst']).toBe(shown.join('\n\n'))
  })

  test('Antora, by the attributes of the component and of the page', async () => {
    const conditions = [
      ['ifdef::edition[]\nEdition.\nendif::[]', 'Edition.'],
      ['ifdef::other[]\nOther.\nendif::[]', ''],
      ['ifndef::edition[Without edition.]', ''],
      ['ifdef::other,product[Either.]', 'Either.'],
      ['ifdef::other+product[Both.]', ''],
      ['ifeval::["{edition}" == "pro"]\nPro.\nendif::[]', 'Pro.'],
      ['ifeval::["{edition}" != "pro"]\nNot pro.\nendif::[]', ''],
      ['ifeval::[{level} >= 3]\nThree.\nendif::[]', 'Three.'],
      ['ifdef::own[Own.]', 'Own.'],
      ['ifdef::cloud[Cloud.]', 'Cloud.'],
      ['ifdef::beta[Beta.]', ''],
      ['ifdef::legacy[Legacy.]', ''],
      ['ifndef::old[New.]', 'New.'],
      ['ifdef::env-site+site-gen-antora[Site {env}.]', 'Site site.'],
      ['{product} {page-component-version} of {page-component-title}.', 'Acme 1.10 of The kettle.'],
      ['{page-component-name}, {page-module}, {page-relative-src-path}.', 'acme, ROOT, a.adoc.'],
    ]
    const found = await readFolder({
      'antora.yml':
        "name: acme\ntitle: The kettle\nversion: '1.10'\nasciidoc:\n  attributes:\n    product: Acme\n    edition: pro@\n    level: 3\n    cloud: true\n    beta: false\n    legacy: ~\n    '!old': ''\n",
      'modules/ROOT/pages/a.adoc': `= A\n:own: yes\n\n${conditions.map(([text]) => text).join('\n\n')}`,
      'modules/ROOT/pages/_hidden.adoc': '= Hidden\n\nText.',
      'modules/ROOT/partials/part.adoc': 'Text.',
    })
    const shown = conditions.flatMap(([, text]) => text || [])
    expect(found).toEqual({ 'modules/ROOT/pages/a.adoc': shown.join('\n\n') })
  })

  test.each([
    ['See [[kettle]].', 'See kettle.'],
    ['See [[kettle|the kettle]].', 'See the kettle.'],
    ['See [[guide/kettle#Boil|how]] or [[guide/kettle#Boil]].', 'See how or guide/kettle > Boil.'],
    ['See [[#Here]] at `[[ -f x ]]`.', 'See Here at `[[ -f x ]]`.'],
    ['Said.%%not said%% More. %%nor this%%', 'Said. More.'],
    ['Said. ^block-1', 'Said.'],
    ['x^2 and list[0] stay ![[picture.png]]', 'x^2 and list[0] stay'],
    ['```\n[[ -n "$a" ]] %%a%%\n```', '```\n[[ -n "$a" ]] %%a%%\n```'],
  ])('Obsidian, with links and without what writers keep to themselves: %j', async (text, expected) => {
    const found = await readFolder({ '.obsidian/app.json': '{}', 'notes/a.md': `${text}\n` }, 'notes')
    expect(found['a.md']?.trim()).toBe(expected)
  })

  test.each(['See [[kettle]] now.', 'x[[1]] of R', 'It is 100%%sure%% so'])(
    'elsewhere these signs are text: %s',
    async (text) => {
      expect(await readFolder({ 'a.md': text })).toEqual({ 'a.md': text })
    },
  )
})
