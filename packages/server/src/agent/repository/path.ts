/** A sentence for the model: which path is refused, and why. */
export class PathError extends Error {
  override readonly name = 'PathError'
}

const longestPath = 1_000
const longestPart = 255

/**
 * Checks the spelling of a path that a model wrote, and gives it as git writes it: relative, forward slashes, without
 * `./`. Says nothing about what stands there.
 * @throws PathError
 */
export function checkPath(written: string): string {
  const path = written.replace(/^(?:\.\/)+/, '')
  const refuse = (why: string): never => {
    throw new PathError(`“${written.slice(0, 200)}” ${why}`)
  }
  if (path === '') refuse('is not a path: paths are relative to the repository, such as docs/guide.md.')
  if (path.length > longestPath) refuse(`is longer than ${longestPath} characters.`)
  if (path.startsWith('/')) refuse('must not begin with a slash: paths are relative to the repository.')
  if (path.includes('\\')) refuse('must be written with forward slashes.')
  if (path.includes(':')) refuse('must not hold a colon.')
  // Format characters are invisible, and some file systems skip them: `.g\u200Cit` is `.git` there.
  if (!path.isWellFormed() || /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(path)) {
    refuse('holds invisible or control characters.')
  }
  for (const part of path.split('/')) {
    if (part === '') refuse('has an empty part.')
    if (part === '.' || part === '..') refuse('must not hold . or .. parts.')
    if (Buffer.byteLength(part) > longestPart) refuse(`has a part of more than ${longestPart} bytes.`)
    if (part !== part.trim() || (part.length > 1 && part.endsWith('.'))) {
      refuse('has a part that begins or ends with a space, or ends with a dot.')
    }
    if (isGitName(part)) refuse('belongs to git, which the agent does not touch.')
  }
  return path
}

/** Every spelling that some file system takes for `.git`, and all names that git or its hosts give a meaning. */
const isGitName = (part: string): boolean => {
  const folded = fold(part)
  return folded.startsWith('.git') || /^git~\d/.test(folded)
}

/** Without regard to case, width and compatibility forms. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC')

/** Hidden folders that a documentation has business with. */
const knownHidden = new Set(['.vitepress', '.sidenote'])

/** Files that decide what is installed, built, deployed or done by another agent. */
const protectedNames: readonly RegExp[] = [
  /^(?:package|npm-shrinkwrap|package-lock|deno|bun)\.jsonc?$/,
  /^(?:pnpm-lock|pnpm-workspace)\.yaml$/,
  /\.lockb?$|^(?:go\.sum|go\.mod|gemfile|pipfile|cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini)$/,
  /^requirements.*\.txt$/,
  /^(?:jenkinsfile|makefile|dockerfile|procfile|justfile|taskfile\.ya?ml)(?:\.(?!(?:mdx?|markdown|rst|adoc|html?)$).*)?$/,
  /^(?:docker-)?compose.*\.ya?ml$/,
  /^(?:azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|codemagic|buildspec|wercker|render|fly).*\.(?:ya?ml|toml)$/,
  /^(?:netlify\.toml|vercel\.json|wrangler\.(?:toml|jsonc?)|firebase\.json|turbo\.json|nx\.json|lerna\.json)$/,
  /^(?:claude|agents|gemini|codex|copilot-instructions)\.md$/,
  /^codeowners$/,
]

/** Why a path may not be read although its spelling is right; undefined: it may. */
export function unreadable(path: string): string | undefined {
  const hidden = path.split('/').find((part) => part.startsWith('.') && !knownHidden.has(part))
  return hidden && `“${path}” is or lies in a hidden file or folder (${hidden}), which the agent leaves alone.`
}

/** Why a path may not be written although its spelling is right; undefined: it may. */
export function unwritable(path: string): string | undefined {
  const parts = path.split('/')
  if (parts.includes('.sidenote')) return `“${path}” holds the instructions of the agent, which it may not change.`
  const guarded = parts.find((part) => protectedNames.some((name) => name.test(fold(part))))
  if (guarded) return `“${path}” is protected: ${guarded} decides what is installed, built or run.`
  return unreadable(path)
}
