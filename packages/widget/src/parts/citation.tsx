import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Source } from '../chat/conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { CitationCard, checkedOf, sourceAddress } from './citation-card.tsx'
import type { Reading } from './answer-context.ts'
import { tintSentence } from './tint-sentence.ts'

/** Opens after a moment, and stays while the pointer goes from the chip to the card. Escape closes it wherever the focus is. */
function useHover(chip: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    // At once, or a second Escape would find the card still open.
    if (delay === 0) setIsOpen(open)
    else timer.current = setTimeout(() => setIsOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // With the card, not a moment after it is seen.
  useLayoutEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('.sn-card'))) setIsOpen(false)
    }
    const ending = new AbortController()
    addEventListener('scroll', close, { capture: true, passive: true, signal: ending.signal })
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return
      event.stopPropagation()
      // What has the focus in the card goes with it.
      if (chip.current?.parentElement?.querySelector(':focus')) chip.current.focus()
      // Nor shall that focus open it again.
      clearTimeout(timer.current)
      setIsOpen(false)
      // At once: a busy browser may hear of a second Escape, which is the panel's, before this effect has ended.
      ending.abort()
    }
    chip.current?.getRootNode().addEventListener('keydown', onKey, { capture: true, signal: ending.signal })
    return () => ending.abort()
  }, [isOpen, chip])
  return { isOpen, later }
}

/** `[n]` as a small link to the passage. */
function Citation({ source, reading }: { source: Source; reading: Reading }) {
  const chip = useRef<HTMLAnchorElement>(null)
  const isTouch = useRef(false)
  const untint = useRef<() => void>(undefined)
  const texts = useTexts()
  const { isOpen, later } = useHover(chip)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => () => untint.current?.(), [])
  // What the check found comes with the end of the answer; it is looked up when the reader comes near.
  const checked = isNear || isOpen ? checkedOf(chip.current, source.number, reading.checked()) : undefined
  const address = sourceAddress({ url: checked?.url ?? source.url, snippet: source.snippet })
  if (!address) return null
  const shown = reading.shownNumber(source)
  const enter = () => {
    setIsNear(true)
    untint.current?.()
    if (chip.current) untint.current = tintSentence(chip.current)
  }
  const leave = (delay: number) => {
    untint.current?.()
    later(false, delay)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the link and the card in it
    <span
      className="sn-cite"
      onPointerEnter={(event) => {
        enter()
        if (event.pointerType === 'mouse') later(true, 120)
      }}
      onPointerLeave={() => leave(160)}
      onFocus={() => {
        enter()
        if (!isTouch.current) later(true, 120)
      }}
      onBlur={() => leave(80)}
    >
      <a
        ref={chip}
        href={address}
        aria-label={texts.source(shown, source.title, source.section)}
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
        {shown}
      </a>
      {isOpen ? (
        <CitationCard
          source={source}
          chip={chip}
          address={address}
          checked={checked}
          onAskAbout={(passage) => {
            later(false, 0)
            reading.askAbout(source, passage)
          }}
        />
      ) : null}
    </span>
  )
}

/** Numbers that follow each other stand together as one mark. */
export function Citations({ numbers, reading }: { numbers: readonly number[]; reading: Reading }) {
  return (
    <span className="sn-cites">
      {numbers.map((number) => {
        const source = reading.sources.get(number)
        return source ? <Citation key={number} source={source} reading={reading} /> : null
      })}
    </span>
  )
}
