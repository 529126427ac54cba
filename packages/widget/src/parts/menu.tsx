import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'

/** One line of a menu. */
export const menuItem =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-start text-base hover:bg-soft pointer-coarse:min-h-11 [&>svg]:text-muted'

/** A button that opens a short list of buttons below it. Escape, or a press anywhere else, closes the list. */
export function Menu({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    menu.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: Event) => {
      if (menu.current && !event.composedPath().includes(menu.current)) setOpen(false)
    }
    addEventListener('pointerdown', onPress, true)
    return () => removeEventListener('pointerdown', onPress, true)
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list, wherever the focus is in it
    <div
      ref={menu}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Without a next element, the focus only left the window, or a browser doesn't focus what is pressed.
        if (!relatedTarget || currentTarget.contains(relatedTarget)) return
        // Copying without a clipboard takes the focus and gives it back.
        setTimeout(() => {
          if (!currentTarget.matches(':focus-within')) setOpen(false)
        })
      }}
    >
      <IconButton label={label} icon={icons.more} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen ? (
        <div className="absolute end-0 top-full z-10 w-max max-w-72 animate-appear rounded-xl bg-raised p-1 shadow-high forced-colors:border">
          {children(close)}
        </div>
      ) : null}
    </div>
  )
}
