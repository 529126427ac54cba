import {
  Bot,
  ChartColumn,
  ChartNoAxesCombined,
  CircleQuestionMark,
  FlaskConical,
  FolderSync,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MessagesSquare,
  Palette,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react'

/** A page in the navigation. */
export interface NavigationItem {
  readonly name: string
  readonly icon: LucideIcon
  /** Its address as the router writes it. */
  readonly to: string
}

/** The pages of a site. */
export const sitePages: readonly NavigationItem[] = [
  { name: 'Overview', icon: ChartColumn, to: '/$domain' },
  { name: 'Conversations', icon: MessagesSquare, to: '/$domain/conversations' },
  { name: 'Gaps', icon: CircleQuestionMark, to: '/$domain/gaps' },
  { name: 'Playground', icon: FlaskConical, to: '/$domain/playground' },
  { name: 'Sources', icon: FolderSync, to: '/$domain/sources' },
  { name: 'Appearance', icon: Palette, to: '/$domain/appearance' },
  { name: 'Settings', icon: SlidersHorizontal, to: '/$domain/settings' },
  { name: 'Agent', icon: Bot, to: '/$domain/agent' },
]

/** The pages of the organization. */
export const organizationPages: readonly NavigationItem[] = [
  { name: 'Sites', icon: LayoutGrid, to: '/organization/sites' },
  { name: 'Usage', icon: ChartNoAxesCombined, to: '/organization/usage' },
  { name: 'API keys', icon: KeyRound, to: '/organization/keys' },
  { name: 'People', icon: Users, to: '/organization/people' },
  { name: 'Audit', icon: ScrollText, to: '/organization/audit' },
]
