import { Dialog } from '@base-ui/react/dialog'
import { useLocation } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { buttonStyle } from '../parts/button.tsx'
import { Sidebar } from './sidebar.tsx'

/** The navigation of a small screen, which begins opened and closes when a page has been chosen. */
export const NavigationDrawer = () => {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | undefined>(pathname)
  const isOpen = openAt === pathname
  const setIsOpen = (isNext: boolean) => setOpenAt(isNext ? pathname : undefined)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger className={buttonStyle('quiet', 'icon')} aria-label="Open navigation">
        <Menu aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="appear fixed inset-0 z-40 bg-[light-dark(rgb(40_30_20/0.32),rgb(0_0_0/0.6))]" />
        <Dialog.Popup
          aria-label="Navigation"
          className="appear fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col bg-sunken shadow-high outline-none data-ending-style:-translate-x-6 data-starting-style:-translate-x-6"
        >
          <Dialog.Close
            className={`${buttonStyle('quiet', 'icon')} absolute top-2 right-2`}
            aria-label="Close navigation"
          >
            <X aria-hidden />
          </Dialog.Close>
          <Sidebar />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
