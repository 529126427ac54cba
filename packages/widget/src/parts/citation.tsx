import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Source } from '../conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { passageAddress, safeAddress } from '../markdown/links.ts'
import { icons } from './icons.tsx'

const cardWidth = 320

/** Where a source leads: the page, its heading and, where browsers can, the passage itself. */
export const sourceAddress = ({ url, snippet }: Source): string | undefined => {
  const address = safeAddress(url, document.baseURI)
  return address && passageAddress(address, snippet, 'fragmentDirective' in document)
}

const shortened = (snippet: string): string => (snippet.length > 260 ? `${snippet.slice(0, 257).trimEnd()}…` : snippet)

function place(card: HTMLElement, chip: HTMLElement): void {
  const at = chip.getBoundingClientRect()
  const frame = chip.closest('.sn-frame')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const left = Math.max(frame.left + 12, Math.min(at.left - 40, frame.right - cardWidth - 12))
  const isAbove = at.top - card.offsetHeight - 8 > frame.top + 52
  card.style.left = `${left}px`
  card.style.top = `${isAbove ? at.top - card.offsetHeight - 6 : at.bottom + 6}px`
}

/** The passage behind a number, while pointer or focus is on it. In the top layer, so that nothing cuts it off. */
function Card({ source, chip, address }: { source: Source; chip: RefObject<HTMLElement | null>; address: string }) {
  const card = useRef<HTMLSpanElement>(null)
  const texts = useTexts()
  useLayoutEffect(() => {
    if (!card.current || !chip.current) return
    card.current.showPopover?.()
    place(card.current, chip.current)
  }, [chip])
  const path = source.breadcrumbs.length > 0 ? source.breadcrumbs : [source.title]
  return (
    <span className="sn-card" popover="manual" ref={card}>
      <span className="sn-card-path">{path.join(' › ')}</span>
      <span className="sn-card-title">{source.section ?? source.title}</span>
      {source.snippet ? <span className="sn-card-text">{shortened(source.snippet)}</span> : null}
      <a className="sn-card-open" href={address}>
        {texts.openSection}
        {icons.arrow}
      </a>
    </span>
  )
}

/** Opens after a moment, and stays while the pointer goes from the chip to the card. */
function useHover() {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('.sn-card'))) setIsOpen(false)
    }
    const ending = new AbortController()
    addEventListener('scroll', close, { capture: true, passive: true, signal: ending.signal })
    return () => ending.abort()
  }, [isOpen])
  return { isOpen, later }
}

/** `[n]` as a small link to the passage. */
export function Citation({ source }: { source: Source }) {
  const chip = useRef<HTMLAnchorElement>(null)
  const isTouch = useRef(false)
  const texts = useTexts()
  const { isOpen, later } = useHover()
  const address = sourceAddress(source)
  if (!address) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the link and the card in it
    <span
      className="sn-cite"
      onPointerEnter={(event) => event.pointerType === 'mouse' && later(true, 120)}
      onPointerLeave={() => later(false, 160)}
      onFocus={() => !isTouch.current && later(true, 120)}
      onBlur={() => later(false, 80)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        later(false, 0)
      }}
    >
      <a
        ref={chip}
        href={address}
        aria-label={texts.source(source.number, source.title, source.section)}
        onPointerDown={(event) => {
          isTouch.current = event.pointerType !== 'mouse'
        }}
        onClick={(event) => {
          // A finger cannot hover: its first tap shows the passage, the second goes there.
          if (!isTouch.current || isOpen) return
          event.preventDefault()
          later(true, 0)
        }}
      >
        {source.number}
      </a>
      {isOpen ? <Card source={source} chip={chip} address={address} /> : null}
    </span>
  )
}
