import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PathError } from '../src/agent/repository/path.ts'
import { createWorkTree } from '../src/agent/repository/work-tree.ts'

const around = mkdtempSync(join(tmpdir(), 'paths-'))
const root = join(around, 'tree')
const canary = join(around, 'canary')

const plant = (): void => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'docs/guides'), { recursive: true })
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  mkdirSync(join(root, '.github/workflows'), { recursive: true })
  writeFileSync(canary, 'canary')
  writeFileSync(join(root, '.git/config'), '[core]\n')
  writeFileSync(join(root, '.github/workflows/ci.yml'), 'on: push\n')
  writeFileSync(join(root, 'docs/index.md'), '# Welcome\n')
  writeFileSync(join(root, 'docs/guides/first.md'), '# First\n')
  writeFileSync(join(root, 'package.json'), '{}\n')
  symlinkSync('/', join(root, 'docs/slash'))
  symlinkSync('..', join(root, 'docs/up'))
  symlinkSync(canary, join(root, 'docs/canary.md'))
  symlinkSync('../.git', join(root, 'docs/repository'))
  symlinkSync('index.md', join(root, 'docs/alias.md'))
  symlinkSync('/nowhere/at/all.md', join(root, 'docs/dangling.md'))
  execFileSync('mkfifo', [join(root, 'docs/pipe')])
}

beforeEach(plant)
afterAll(() => rmSync(around, { recursive: true, force: true }))

const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('docs', 'guides', 'index.md', 'first.md', 'new.md', 'new') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('..', '.', '', '...', '.. ', ' ..', '..\\', '%2e%2e', '\u2025', '\uFF0E\uFF0E'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '.git',
        '.GIT',
        '.Git',
        '.git ',
        '.git.',
        '.g\u200Cit',
        '.gi\u00ADt',
        '\uFF0Egit',
        '.ｇｉｔ',
        'git~1',
        'GIT~1',
      ],
      ...['.git::$INDEX_ALLOCATION', '.gitmodules', '.gitattributes', '.github', '.gitlab-ci.yml', 'hooks', 'config'],
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('slash', 'up', 'canary.md', 'repository', 'alias.md', 'dangling.md', 'pipe'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('tmp', 'etc', 'passwd', 'canary', 'tree', 'proc', 'self', 'environ', 'C:', '~'),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('\0', 'a\0b', '\n', 'a'.repeat(300), '\uD800', 'e\u0301.md', '\u00E9.md') },
)
const separator = fc.constantFrom('/', '/', '/', '/', '//', '\\', '/./', '\\..\\')
const oddPath = fc
  .tuple(
    fc.constantFrom(
      '',
      'docs/',
      'docs/guides/',
      './docs/',
      '/',
      './',
      '../',
      '//',
      '\\\\',
      'file:///',
      `${root}/`,
      'C:\\',
    ),
    fc.array(fc.tuple(part, separator), { minLength: 1, maxLength: 6 }),
  )
  .map(
    ([start, parts]) =>
      start +
      parts
        .map(([name, join]) => name + join)
        .join('')
        .replace(/.$/s, ''),
  )
const plainPath = fc.constantFrom('docs/index.md', 'docs/guides/first.md', 'docs/guides/new.md', 'docs/other/new.md')
const anyPath = fc.oneof({ weight: 9, arbitrary: oddPath }, { weight: 1, arbitrary: plainPath })

const inLinks = /^docs\/(?:canary\.md|slash|up|repository|alias\.md|dangling\.md)(?:\/|$)|(?:^|\/)\.git/

/** Everything in and around the tree but what may be written. */
const guarded = (): string =>
  JSON.stringify([
    readdirSync(around).sort(),
    readFileSync(canary, 'utf8'),
    readdirSync(root).sort(),
    readdirSync(join(root, '.git'), { recursive: true }).sort(),
    readFileSync(join(root, '.git/config'), 'utf8'),
    readdirSync(join(root, '.github'), { recursive: true }).sort(),
    readFileSync(join(root, 'package.json'), 'utf8'),
  ])

describe('of 100,000 paths that fast-check makes up', () => {
  test('none is read, written, moved or removed outside of the documentation', async () => {
    const before = guarded()
    const touched = { read: 0, written: 0, refused: 0 }
    let tree = createWorkTree(root, { docsFolder: 'docs', maximumChangedFiles: Number.POSITIVE_INFINITY })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        anyPath,
        anyPath,
        fc.constantFrom('read', 'write', 'remove', 'move', 'list'),
        async (path, to, action) => {
          try {
            if (action === 'read') {
              expect(await tree.read(path)).not.toContain('canary')
              touched.read++
            } else if (action === 'list') {
              for (const file of await tree.list(path)) expect(file).not.toMatch(inLinks)
            } else {
              if (action === 'write') await tree.write(path, 'written')
              else if (action === 'remove') await tree.remove(path)
              else await tree.move(path, to)
              touched.written++
            }
          } catch (error) {
            if (!(error instanceof PathError)) throw error
            touched.refused++
          }
          if (++runs % 500 !== 0) return
          expect(guarded()).toBe(before)
          plant()
          tree = createWorkTree(root, { docsFolder: 'docs', maximumChangedFiles: Number.POSITIVE_INFINITY })
        },
      ),
      { numRuns: 100_000 },
    )
    expect(guarded()).toBe(before)
    // The generator must hit what is allowed too, or it shows nothing.
    expect(touched.read).toBeGreaterThan(100)
    expect(touched.written).toBeGreaterThan(1_000)
    expect(touched.refused).toBeGreaterThan(10_000)
    const everyLink = readdirSync(join(root, 'docs'), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
    expect(everyLink).toHaveLength(6)
  })
})

test.each([
  ['docs/slash/etc/passwd', 'symbolic link'],
  ['docs/canary.md', 'symbolic link'],
  ['docs/repository/config', 'symbolic link'],
  ['docs/../.git/config', '. or ..'],
  ['.git/config', 'belongs to git'],
  ['docs/.GIT/config', 'belongs to git'],
  ['.github/workflows/ci.yml', 'belongs to git'],
  ['/etc/passwd', 'begin with a slash'],
  ['docs\\index.md', 'forward slashes'],
  ['docs/index.md\0.png', 'invisible or control'],
  ['docs/.env', 'hidden'],
  ['docs/pipe', 'neither a file'],
  ['docs/index.md/more.md', 'is a file'],
])('%j is refused with the reason', async (path, reason) => {
  const tree = createWorkTree(root, { docsFolder: 'docs' })
  await expect(tree.read(path)).rejects.toThrow(reason)
  await expect(tree.write(path, 'x')).rejects.toThrow(reason)
  expect(await tree.has(path)).toBe(false)
})

/** What the repository has beside its pages. */
const repository = [
  ...['docs/index.md', 'docs/guides/first.md', 'docs/conf.py', 'docs/_category_.json', 'docs/API.md'],
  ...['mkdocs.yml', 'docusaurus.config.ts', 'docs/.vitepress/config.ts', 'package.json', 'pnpm-workspace.yaml'],
]

describe('what may be written', () => {
  const refused = [
    // What builds, installs, deploys or tests.
    ...['conf.py', 'docs/conf.py', 'docs/_plugins/x.rb', 'docs/_ext/x.py', 'docs/theme/main.html', 'docs/index.html'],
    ...['package.json', 'docs/package.json', 'docs/Package.JSON', 'docs/package-lock.json', 'pnpm-workspace.yaml'],
    ...['Makefile', 'docs/GNUmakefile', 'docs/BSDmakefile', 'docs/make.bat', 'docs/build.sh', 'docs/Justfile'],
    ...['circle.yml', 'action.yml', 'docs/action.yaml', 'readthedocs.yml', '.readthedocs.yaml', 'Jenkinsfile'],
    ...['docs/requirements.txt', 'docs/CMakeLists.txt', 'docs/netlify.toml', 'docs/wrangler.jsonc', 'docs/_headers'],
    ...['docs/.vitepress/theme/index.ts', 'docs/.vitepress/config.mts', 'docs/theme.tsx', 'docs/Dockerfile'],
    ...['docs/notebook.ipynb', 'docs/diagram.puml', 'docs/data.json', 'docs/_data/nav.yml', 'docs/x.MDC'],
    ...['docs/page.md.py', 'docs/page.md/evil.js', 'docs/page', 'docs/.md', 'docs/page.md~', 'docs/page.ｍｄ'],
    // What other agents and tools take for instructions.
    ...[
      'docs/CLAUDE.md',
      'docs/Claude.md',
      'CLAUDE.local.md',
      'docs/ＣＬＡＵＤＥ.md',
      'docs/AGENTS.md',
      'docs/agents.md',
    ],
    ...[
      'docs/AGENTS.override.md',
      'docs/GEMINI.md',
      'docs/CONVENTIONS.md',
      'docs/WARP.md',
      'docs/CRUSH.md',
      'SKILL.md',
    ],
    ...['docs/skills/x/SKILL.md', 'docs/copilot-instructions.md', 'docs/RULES.mdx', '.sidenote/AGENTS.md'],
    ...['docs/.claude/settings.json', 'docs/.cursor/rules/x.md', 'docs/.github/x.md', '.vscode/tasks.json', '.npmrc'],
    ...['docs/node_modules/x/readme.md', 'docs/.vitepress/x.md', 'docs/．hidden/x.md', 'docs/.env.md'],
  ]
  const allowed = [
    ...['docs/Dockerfile.md', 'docs/makefile.mdx', 'docs/procfile.rst', 'docs/compose.adoc', 'docs/package.json.md'],
    ...['docs/README.md', 'docs/CHANGELOG.md', 'docs/FAQ.md', 'docs/404.md', 'docs/v1.10.md', 'docs/guide.fr.md'],
    ...['docs/claude.mdx', 'docs/agents/index.md', 'docs/cursor.md', 'docs/agentic.md'],
    ...['docs/Über uns.md', 'docs/日本語.mdx', 'docs/[slug].md', 'docs/_partial.MD', 'docs/guides/_category_.json'],
  ]

  test.each(['', 'docs'])(
    'what is not on the list is not written, with the documentation in “%s”',
    async (docsFolder) => {
      const tree = createWorkTree(root, { docsFolder, files: repository })
      for (const path of refused) {
        await expect(tree.write(path, 'x'), path).rejects.toThrow(PathError)
        await expect(tree.move('docs/index.md', path), path).rejects.toThrow(PathError)
        await expect(tree.remove(path), path).rejects.toThrow(PathError)
      }
      expect(tree.changes().size).toBe(0)
      expect(existsSync(join(root, 'docs/index.md'))).toBe(true)
    },
  )

  test.each(['', 'docs'])('what is on the list is written, with the documentation in “%s”', async (docsFolder) => {
    const tree = createWorkTree(root, { docsFolder, files: repository })
    for (const path of allowed) {
      await tree.write(path, '# Page\n')
      expect(await tree.read(path)).toBe('# Page\n')
      await tree.remove(path)
      expect(await tree.has(path)).toBe(false)
    }
  })
})

test('what configures the site is changed, and never created, moved or removed', async () => {
  writeFileSync(join(root, 'docusaurus.config.ts'), 'export default {}\n')
  const tree = createWorkTree(root, { docsFolder: 'docs', files: repository })
  expect(await tree.requireWritable('docusaurus.config.ts')).toBe('configuration')
  await expect(tree.remove('docusaurus.config.ts')).rejects.toThrow('does not remove or move it')
  await expect(tree.move('docusaurus.config.ts', 'docs/x.md')).rejects.toThrow('does not remove or move it')
  await expect(tree.write('docusaurus.config.js', 'x')).rejects.toThrow(PathError)
  await expect(tree.write('docs/meta.json', '{}')).rejects.toThrow('not among the files that the agent writes')
})

test('a picture is deleted, and not written or moved', async () => {
  writeFileSync(join(root, 'docs/logo.svg'), '<svg/>')
  const tree = createWorkTree(root, { docsFolder: 'docs', files: repository })
  await expect(tree.write('docs/logo.svg', '<svg onload="x"/>')).rejects.toThrow('only deletes')
  await expect(tree.move('docs/index.md', 'docs/new.svg')).rejects.toThrow('only deletes')
  await tree.remove('docs/logo.svg')
  expect([...tree.changes()]).toEqual([['docs/logo.svg', null]])
})

test('what an administrator lists is written, and nothing beside it', async () => {
  const listed = [
    'docs/openapi.yaml',
    'docs/**/*.po',
    'docs/.pages',
    'docs/CLAUDE.md',
    '.git/config',
    '**',
    '.sidenote/AGENTS.md',
  ]
  const some = createWorkTree(root, {
    docsFolder: 'docs',
    files: repository,
    listed: listed.filter((one) => one !== '**'),
  })
  for (const path of ['docs/openapi.yaml', 'docs/locale/fr/guide.po', 'docs/.pages', 'docs/CLAUDE.md'])
    await some.write(path, 'x')
  for (const path of [
    'docs/openapi.yml',
    'locale/guide.po',
    'docs/.other',
    'docs/sub/CLAUDE.md',
    'docs/locale/.x/a.po',
  ])
    await expect(some.write(path, 'x'), path).rejects.toThrow(PathError)
  const all = createWorkTree(root, { docsFolder: 'docs', files: repository, listed })
  await all.write('package.json', '{ }')
  for (const path of ['.git/config', '.github/workflows/ci.yml', '.sidenote/AGENTS.md', '../out.md', 'docs/canary.md'])
    await expect(all.write(path, 'x'), path).rejects.toThrow(PathError)
})

test('a refusal says what may be written, and who can change that', async () => {
  const tree = createWorkTree(root, { docsFolder: 'docs', files: repository })
  await expect(tree.write('docs/conf.py', 'x')).rejects.toThrow(
    "“docs/conf.py” is not among the files that the agent writes: pages below docs (.md, .mdx, .markdown, .rst, .adoc, .asciidoc) and the site's navigation. An administrator can list it as writable in the project.",
  )
  await expect(tree.write('docs/CONVENTIONS.md', 'x')).rejects.toThrow('has a name in capitals')
})

test('a new file has a name of its own, whatever a disk makes of case and accents', async () => {
  const tree = createWorkTree(root, { docsFolder: 'docs', files: repository })
  for (const path of ['docs/Index.md', 'docs/guides/FIRST.md'.replace('FIRST', 'First'), 'docs/ｉndex.md'])
    await expect(tree.write(path, 'x'), path).rejects.toThrow('the same file')
  await expect(tree.write('docs/cafe\u0301.md', 'x')).rejects.toThrow('composed characters')
  await tree.write('docs/index.md', '# Other\n')
})

test('what lies outside of the documentation may be read, but written only when it is named', async () => {
  writeFileSync(join(root, 'mkdocs.yml'), 'nav: []\n')
  writeFileSync(join(root, 'other.md'), '# Other\n')
  const tree = createWorkTree(root, { docsFolder: 'docs', files: ['mkdocs.yml'] })
  expect(await tree.read('other.md')).toBe('# Other\n')
  await expect(tree.write('other.md', 'x')).rejects.toThrow('outside of the documentation folder docs')
  await tree.write('mkdocs.yml', 'nav: [index.md]\n')
  expect([...tree.changes()]).toEqual([['mkdocs.yml', 'nav: [index.md]\n']])
})

test('a link of the repository is not touched, although it is a plain file here', async () => {
  const tree = createWorkTree(root, { docsFolder: 'docs', links: new Set(['docs/index.md', 'docs/guides']) })
  await expect(tree.write('docs/index.md', '/etc/passwd')).rejects.toThrow('symbolic link or a submodule')
  await expect(tree.write('docs/guides/new.md', 'x')).rejects.toThrow('symbolic link or a submodule')
  expect(await tree.list('docs')).toEqual([])
})

test('files and bytes are counted, and what is refused has changed nothing', async () => {
  const tree = createWorkTree(root, { docsFolder: 'docs', maximumChangedFiles: 2, maximumChangedBytes: 100 })
  await tree.write('docs/one.md', 'x'.repeat(50))
  await expect(tree.write('docs/two.md', 'x'.repeat(51))).rejects.toThrow('100 bytes together')
  await tree.write('docs/two.md', 'x')
  await expect(tree.write('docs/three.md', 'x')).rejects.toThrow('may change 2 files')
  await expect(tree.remove('docs/index.md')).rejects.toThrow('may change 2 files')
  expect(existsSync(join(root, 'docs/index.md'))).toBe(true)
  expect([...tree.changes().keys()]).toEqual(['docs/one.md', 'docs/two.md'])
})

test('what is not text is not read', async () => {
  writeFileSync(join(root, 'docs/logo.png'), Buffer.from([137, 80, 78, 71, 0, 1]))
  writeFileSync(join(root, 'docs/latin.md'), Buffer.from('caf\xe9', 'latin1'))
  const tree = createWorkTree(root, { docsFolder: 'docs', maximumFileBytes: 20 })
  await expect(tree.read('docs/logo.png')).rejects.toThrow('binary')
  await expect(tree.read('docs/latin.md')).rejects.toThrow('not UTF-8')
  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
  writeFileSync(join(root, 'docs/large.md'), lfs)
  const other = createWorkTree(root, { docsFolder: 'docs' })
  await expect(other.read('docs/large.md')).rejects.toThrow('stored in Git LFS')
  await other.move('docs/large.md', 'docs/moved.md')
  expect(other.changes().get('docs/moved.md')).toBe(lfs)
  writeFileSync(join(root, 'docs/long.md'), 'x'.repeat(21))
  await expect(tree.read('docs/long.md')).rejects.toThrow('21 bytes')
})
