import { git } from './bare-repository.ts'

const commitTree = (folder: string, tree: string): void => {
  const commit = git(folder, ['commit-tree', '-m', 'Grow', tree])
  git(folder, ['update-ref', 'refs/heads/main', commit])
}

const makeTree = (folder: string, entries: readonly string[]): string =>
  git(folder, ['mktree'], { input: entries.map((entry) => `${entry}\n`).join('') })

/** Commits files below `docs` that share one content: few kilobytes to fetch, and any number to write. */
export const commitSharedFiles = (folder: string, { files, bytes }: { files: number; bytes: number }): void => {
  const blob = git(folder, ['hash-object', '-w', '--stdin'], { input: 'a'.repeat(bytes) })
  const docs = makeTree(
    folder,
    Array.from({ length: files }, (_, at) => `100644 blob ${blob}\tpage-${at}.md`),
  )
  commitTree(folder, makeTree(folder, [`040000 tree ${docs}\tdocs`]))
}

/** Commits folders that each hold the next one ten times: 10 to the power of `depth` files in as many objects as `depth`. */
export const commitNestedFolders = (folder: string, depth: number): void => {
  const blob = git(folder, ['hash-object', '-w', '--stdin'], { input: '# Page\n' })
  let entry = `100644 blob ${blob}`
  let tree = ''
  for (let level = 0; level < depth; level++) {
    const ending = level === 0 ? '.md' : ''
    tree = makeTree(
      folder,
      Array.from({ length: 10 }, (_, at) => `${entry}\t${at}${ending}`),
    )
    entry = `040000 tree ${tree}`
  }
  commitTree(folder, makeTree(folder, [`${entry}\tdocs`]))
}
