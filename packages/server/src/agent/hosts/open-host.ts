import { untrusted } from '../../sources/trust.ts'
import { openGitea } from './gitea.ts'
import { openGitHub } from './github.ts'
import { openGitLab } from './gitlab.ts'
import { type CodeHost, HostError, type HostSettings } from './host.ts'
import { openLocal } from './local.ts'

/** Opens a code host. `localUrlOf` gives the page of a pull request of a repository on this machine. */
export const openHost = (settings: HostSettings, localUrlOf: (number: number) => string): CodeHost => {
  switch (settings.kind) {
    case 'github':
      return openGitHub(settings)
    case 'gitlab':
      return openGitLab(settings)
    case 'gitea':
      return openGitea(settings)
    case 'local':
      if (settings.publicOnly) throw new HostError('refused', untrusted(settings.repository))
      return openLocal(settings.repository, localUrlOf)
  }
}
