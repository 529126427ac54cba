import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFiles } from '../../../test/support/write-files.ts'
import { filterPaths, readGlob } from './glob.ts'

const paths = [
  ...['README.md', 'a.md', 'docs/a.md', 'docs/b.txt', 'docs/guide/a.md', 'docs/guide/deep/er/a.md', 'docs/[x].md'],
  ...['other/docs/a.md', 'docs2/a.md', 'docs/guide.md', 'docs/grün.md', 'docs/.hidden/a.md', 'docs/a-b/c.mdx'],
]
const globs = [
  ...['*.md', '**/*.md', 'docs/*.md', 'docs/**', 'docs/**/*.md', '**/docs/*.md', 'docs/**/a.md', '**/guide/**'],
  ...['docs/?.md', 'docs/[ab].*', 'docs/[!a].md', 'docs/[a-c].md', '*/a.md', '**/**/a.md', 'docs/*/*', '**/[x].md'],
  ...['docs/\\[x\\].md', 'd*s/**/*d*', '**', '**/er/*', 'docs/[', 'nowhere/*', 'docs/**/deep/**/a.md'],
]

test('a glob matches the paths that it matches in git', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sidenote-test-'))
  await writeFiles(folder, Object.fromEntries(paths.map((path) => [path, 'x'])))
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  for (const glob of globs) {
    const listed = git('ls-files', '-z', '--others', '--', `:(glob,top)${glob}`).split('\0').filter(Boolean)
    expect((await filterPaths(paths, glob)).sort(), glob).toEqual(listed.sort())
  }
  rmSync(folder, { recursive: true, force: true })
})

test.each(['**/a/', '*a', '**/*a*/', '*a*', '**/**/', '[!b]*', 'a*', '?*'])(
  'no glob made of “%s” is expensive, whatever the path',
  (part) => {
    const isMatch = readGlob(`${part.repeat(Math.floor(299 / part.length))}b`)
    const wasMatched = [`${'a/'.repeat(2_000)}c`, `${'a'.repeat(250)}/`.repeat(16), 'a'.repeat(4_000)].map(isMatch)
    // One that tries everything again would not end before the test's own time is over.
    expect(wasMatched).toEqual([false, false, false])
  },
)
