import { Link } from '@tanstack/react-router'
import { Account } from './account.tsx'
import { useCurrentSite } from './last-site.ts'
import { Logo } from './logo.tsx'
import { type NavigationItem, organizationPages, sitePages } from './navigation.ts'
import { SiteSwitcher } from './site-switcher.tsx'

const Item = ({ item, domain }: { readonly item: NavigationItem; readonly domain: string | undefined }) => (
  <li>
    <Link
      to={item.to}
      {...(domain !== undefined && { params: { domain } })}
      activeOptions={{ exact: item.to === '/$domain', includeSearch: false }}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-soft transition-colors duration-100 hover:bg-hover hover:text-ink [&.active]:bg-hover [&.active]:font-medium [&.active]:text-ink [&.active_svg]:text-accent"
    >
      <item.icon className="size-4 shrink-0" aria-hidden />
      {item.name}
    </Link>
  </li>
)

interface GroupProps {
  readonly label: string
  readonly items: readonly NavigationItem[]
  readonly domain?: string | undefined
}

const Group = ({ label, items, domain }: GroupProps) => (
  <nav aria-label={label}>
    <ul className="flex flex-col gap-px">
      {items.map((item) => (
        <Item key={item.to} item={item} domain={domain} />
      ))}
    </ul>
  </nav>
)

/** The site, its pages, the organization’s pages, and who is signed in. */
export const Sidebar = () => {
  const domain = useCurrentSite()
  return (
    <>
      <Link to="/" className="flex h-14 shrink-0 items-center px-4.5" aria-label="Sidenote">
        <Logo />
      </Link>
      <div className="px-3 pb-3">
        <SiteSwitcher domain={domain} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-3 py-1">
        {domain !== undefined && <Group label="Site" items={sitePages} domain={domain} />}
        {organizationPages.length > 0 && (
          <div>
            <p className="px-2.5 pb-1 text-xs font-medium text-soft" aria-hidden>
              Organization
            </p>
            <Group label="Organization" items={organizationPages} />
          </div>
        )}
      </div>
      <div className="border-t border-line p-3">
        <Account />
      </div>
    </>
  )
}
