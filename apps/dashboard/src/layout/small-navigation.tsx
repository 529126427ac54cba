import { Menu } from 'lucide-react'
import { lazy } from 'react'
import { buttonStyle } from '../parts/button.tsx'
import { Later } from '../parts/later.tsx'
import { Logo } from './logo.tsx'

const load = () => import('./navigation-drawer.tsx').then(({ NavigationDrawer }) => ({ default: NavigationDrawer }))
const NavigationDrawer = lazy(load)

/** The head of a small screen, with the way to the navigation. */
export const SmallNavigation = () => (
  <div className="flex h-12 items-center gap-2 px-2">
    <Later
      load={load}
      part={<NavigationDrawer />}
      opens="dialog"
      label="Open navigation"
      className={buttonStyle('quiet', 'icon')}
    >
      <Menu aria-hidden />
    </Later>
    <Logo />
  </div>
)
