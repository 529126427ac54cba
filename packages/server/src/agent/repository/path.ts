/** A sentence for the model that says which path is refused, and why. */
export class PathError extends Error {
  override readonly name = 'PathError'
}

const longestPath = 1_000
const longestPart = 255

/**
 * Checks the spelling of a path that a model wrote, and gives it as git writes it: relative, forward slashes, without
 * `./`. Doesn't look at the file.
 *
 * @throws PathError
 */
export function checkPath(text: string): string {
  let path = text
  while (path.startsWith('./')) path = path.slice(2)
  const refuse = (reason: string): never => {
    throw new PathError(`“${text.slice(0, 200)}” ${reason}`)
  }
  if (path === '') refuse('is not a path. Paths are relative to the repository, such as docs/guide.md.')
  if (path.length > longestPath) refuse(`is longer than ${longestPath} characters.`)
  if (path.startsWith('/')) refuse('must not begin with a slash, because paths are relative to the repository.')
  if (path.includes('\\')) refuse('must use forward slashes.')
  if (path.includes(':')) refuse('must not contain a colon.')
  // Format characters are invisible, and some file systems skip them: `.g\u200Cit` is `.git` there.
  if (!path.isWellFormed() || /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(path)) {
    refuse('contains invisible or control characters.')
  }
  for (const part of path.split('/')) {
    if (part === '') refuse('has an empty part.')
    if (part === '.' || part === '..') refuse('must not contain . or .. parts.')
    if (Buffer.byteLength(part) > longestPart) refuse(`has a part of more than ${longestPart} bytes.`)
    if (part !== part.trim() || (part.length > 1 && part.endsWith('.'))) {
      refuse('has a part that begins or ends with a space, or ends with a dot.')
    }
    if (isGitName(part)) refuse('belongs to git, which the agent never touches.')
  }
  return path
}

/** Every spelling that some file system takes for `.git`, and all names that git or its hosts give a meaning. */
const isGitName = (part: string): boolean => {
  const name = fold(part)
  return name.startsWith('.git') || /^git~\d/.test(name)
}

/** Names that differ only in case, width or compatibility forms become the same. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC')

/** Hidden folders that documentation uses. */
const hiddenFolders = new Set(['.vitepress', '.sidenote'])

/** Why a well-formed path may not be read; undefined: it may. */
export function unreadable(path: string): string | undefined {
  const hidden = path.split('/').find((part) => fold(part).startsWith('.') && !hiddenFolders.has(part))
  return hidden && `“${path}” is or lies in a hidden file or folder (${hidden}), which the agent never touches.`
}
