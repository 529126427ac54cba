/** The look of everything that opens above the page beside what opened it: menus, selects, popovers. */
export const popupStyle = 'appear rounded-lg border border-line bg-raised p-1 text-ink shadow-high outline-none'

/** An entry of a menu. */
export const menuItemStyle =
  'flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-sm select-none outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-soft'
