import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { quietButton } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { icons } from './icons.tsx'

/** Whether what is in the element is wider than the element. */
function useIsCut(part: RefObject<HTMLElement | null>, isGrowing: boolean): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const { current: element } = part
    if (!element || isGrowing) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, isGrowing])
  return isCut
}

/** A sheet over page and panel, as wide as the table in it needs. */
function Sheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const texts = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="sn-sheet m-auto flex max-h-[calc(100dvh-32px)] max-w-[min(1200px,calc(100vw-32px))] min-w-[min(480px,calc(100vw-32px))] animate-appear flex-col rounded-2xl bg-surface text-text shadow-high backdrop:bg-shade forced-colors:border"
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.close()
      }}
    >
      <div className="flex flex-none items-center justify-between gap-4 py-2 ps-4 pe-2">
        <p className="bidi-row truncate text-base font-semibold">{label}</p>
        <IconButton label={texts.close} keys="Esc" icon={icons.close} onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  )
}

/** A table that scrolls sideways if it's too wide for the panel, and opens in a sheet of its own. */
export function WideTable(properties: {
  table: ReactNode
  label: string
  dir: 'ltr' | 'rtl' | undefined
  isGrowing: boolean
}) {
  const { table, label, dir, isGrowing } = properties
  const texts = useTexts()
  const place = useRef<HTMLElement>(null)
  const isCut = useIsCut(place, isGrowing)
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <section
        ref={place}
        className="sn-table"
        dir={dir}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrollable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {table}
      </section>
      {isCut ? (
        <div className="mt-1 flex justify-end">
          <button
            type="button"
            className={`${quietButton} flex items-center gap-1.5`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {icons.expand}
            {texts.expandTable}
          </button>
        </div>
      ) : null}
      {isOpen ? (
        <Sheet label={label} onClose={() => setOpen(false)}>
          <div
            className="sn-prose sn-table mx-4 mb-4 min-h-0"
            dir={dir}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrollable by keyboard
            tabIndex={0}
          >
            {table}
          </div>
        </Sheet>
      ) : null}
    </div>
  )
}
