import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitBounds, GitPlace } from '../../git/git-environment.ts'
import { runGit } from './git.ts'
import type { GitAddress } from './git-address.ts'

interface NewPlace {
  readonly folder: string
  readonly bounds: GitBounds
  readonly signal: AbortSignal | undefined
}

/** Creates an empty repository beside an empty tree, whose `origin` is the address. The folder is emptied first. */
export const createPlace = async ({ folder, bounds, signal }: NewPlace, address: GitAddress): Promise<GitPlace> => {
  await rm(folder, { recursive: true, force: true })
  const place = { gitFolder: join(folder, 'repository.git'), tree: join(folder, 'tree'), bounds }
  await mkdir(place.tree, { recursive: true, mode: 0o700 })
  await initRepository(place, address, signal)
  await mkdir(join(place.gitFolder, 'info'), { recursive: true })
  // Overrides every .gitattributes: files are kept byte for byte, nothing is filtered, nothing hides from a diff.
  await writeFile(
    join(place.gitFolder, 'info', 'attributes'),
    '* -text -eol -ident -filter -working-tree-encoding !diff !merge !whitespace\n',
  )
  return place
}

/**
 * A local repository is read by a second git, which takes over none of our settings: its owner may be another user, and
 * nothing that its hooks or its configuration name may run.
 */
const otherSide =
  'git -c safe.directory=* -c core.packedGitWindowSize=32m -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand=true'

/** Initializes a repository whose `origin` is the address. */
export const initRepository = async (
  place: GitPlace,
  address: GitAddress,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await runGit({ arguments: ['init', '--quiet', '--template=', '--initial-branch=none'], place, signal })
  const settings: [string, string][] = [
    ['remote.origin.url', address.url],
    // Stored too, so that nobody who works in this folder commits a link as a plain file.
    ['core.symlinks', 'false'],
    ['core.sparseCheckout', 'true'],
  ]
  if (address.protocol === 'file') {
    settings.push(['remote.origin.uploadpack', `${otherSide} -c uploadpack.allowAnySHA1InWant=true upload-pack`])
    settings.push(['remote.origin.receivepack', `${otherSide} -c receive.autogc=false receive-pack`])
  }
  for (const [key, value] of settings) await runGit({ arguments: ['config', '--', key, value], place, signal })
}
