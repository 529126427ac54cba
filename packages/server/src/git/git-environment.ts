import { delimiter } from 'node:path'

/** What one call of git may take, together with all that it starts. */
export interface GitBounds {
  /** Bytes of address space of each process; not held on macOS and Windows. */
  readonly memory: number
  /** Bytes of each file that it writes: all that is fetched is one file. Not held on Windows. */
  readonly file: number
}

/** Where a git directory and its tree are. They are kept apart: a tree with a `.git` folder could configure git. */
export interface GitPlace {
  readonly gitFolder: string
  readonly tree: string
  /** @default those of `usualQuotas` */
  readonly bounds?: GitBounds | undefined
}

/** Programs are looked for here only: the caller's `PATH` is not ours to trust. */
const programFolders = [
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/opt/homebrew/bin',
  '/run/current-system/sw/bin',
  'C:\\Program Files\\Git\\cmd',
]

/**
 * Takes from git everything by which a repository could run something or reach elsewhere. Attributes are turned off in
 * the git directory (`info/attributes`), filters and drivers exist only in configuration, and there is none but this.
 */
const safeSettings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.symlinks', 'false'],
  ['core.fileMode', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.autocrlf', 'false'],
  ['core.safecrlf', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.sshCommand', 'false'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['push.negotiate', 'false'],
  // All that is fetched becomes one file, whose size has a bound.
  ['fetch.unpackLimit', '1'],
  ['transfer.bundleURI', 'false'],
  // Packs are mapped in small windows, large files are not held in memory, and threads are few: memory has a bound.
  ['core.packedGitWindowSize', '32m'],
  ['core.packedGitLimit', '128m'],
  ['core.bigFileThreshold', '16m'],
  ['core.deltaBaseCacheLimit', '64m'],
  ['pack.threads', '2'],
  ['pack.windowMemory', '64m'],
  ['grep.threads', '2'],
  ['index.threads', '1'],
]

/**
 * The whole environment of one call of git: nothing of this process’s own, no configuration but ours, and no protocol
 * but the one that is named.
 * @param more settings of this call alone, such as a credential; they are in no argument and on no disk
 */
export function gitEnvironment(
  { gitFolder, tree }: GitPlace,
  protocol: 'https' | 'http' | 'file' | 'none',
  more: readonly (readonly [string, string])[] = [],
): Record<string, string> {
  const settings = [...safeSettings, ...more]
  const environment: Record<string, string> = {
    PATH: programFolders.join(delimiter),
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    MALLOC_ARENA_MAX: '2',
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: tree,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_CONFIG_COUNT: String(settings.length),
  }
  for (const [index, [key, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}
