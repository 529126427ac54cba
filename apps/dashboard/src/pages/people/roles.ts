import type { Role } from '@sidenote/contract'

/** The roles, with what they may do. */
export const roleChoices: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'editor', label: 'Editor: sites, sources, settings, jobs' },
  { value: 'owner', label: 'Owner: also keys and people' },
]
