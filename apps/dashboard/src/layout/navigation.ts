import { FolderSync, type LucideIcon, SlidersHorizontal } from 'lucide-react'

/** A page in the navigation. */
export interface NavigationItem {
  readonly name: string
  readonly icon: LucideIcon
  /** Its address as the router writes it. */
  readonly to: string
}

/** The pages of a site. */
export const sitePages: readonly NavigationItem[] = [
  { name: 'Sources', icon: FolderSync, to: '/$domain/sources' },
  { name: 'Settings', icon: SlidersHorizontal, to: '/$domain/settings' },
]

/** The pages of the organization. */
export const organizationPages: readonly NavigationItem[] = []
