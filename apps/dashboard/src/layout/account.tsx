import { lazy } from 'react'
import { Later } from '../parts/later.tsx'
import { AccountLabel, accountButtonStyle } from './account-label.tsx'

const load = () => import('./account-menu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu }))
const AccountMenu = lazy(load)

/** Who is signed in, and how the dashboard looks for them. */
export const Account = () => (
  <Later load={load} part={<AccountMenu />} opens="menu" className={accountButtonStyle}>
    <AccountLabel />
  </Later>
)
