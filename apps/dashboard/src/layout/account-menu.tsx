import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Check, LogOut } from 'lucide-react'
import { useState } from 'react'
import { healthQuery } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { menuItemStyle, popupStyle } from '../parts/popup.ts'
import { sayError } from '../parts/toast.tsx'
import { AccountLabel, accountButtonStyle } from './account-label.tsx'
import { chooseTheme, readTheme, type Theme, themes } from './theme.ts'

const names: Record<Theme, string> = { system: 'Like the computer', light: 'Light', dark: 'Dark' }

/** How the dashboard looks, and the way out. It begins opened. */
export const AccountMenu = () => {
  const { data: health } = useQuery(healthQuery)
  const [theme, setTheme] = useState(readTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={accountButtonStyle}>
        <AccountLabel />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} className="z-50">
          <Menu.Popup className={`${popupStyle} w-(--anchor-width)`}>
            <Menu.RadioGroup value={theme} onValueChange={choose}>
              <Menu.GroupLabel className="px-2 py-1 text-xs text-soft">Theme</Menu.GroupLabel>
              {themes.map((each) => (
                <Menu.RadioItem key={each} value={each} className={menuItemStyle}>
                  <span className="flex-1">{names[each]}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={menuItemStyle} onClick={() => void signOut().catch(sayError)}>
              <LogOut aria-hidden />
              Sign out
            </Menu.Item>
            {health && (
              <Menu.Group>
                <Menu.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-soft">
                  Sidenote {health.version}
                </Menu.GroupLabel>
              </Menu.Group>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
