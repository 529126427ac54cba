import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Source } from '../chat/exchange.ts'
import { useTexts } from '../locales/use-texts.ts'
import type { AnswerContext } from './answer-context.ts'
import { CitationCard, citationOf, sourceAddress } from './citation-card.tsx'
import { sourceNumber } from './class-names.ts'
import { tintSentence } from './tint-sentence.ts'

/** Opens the card after a moment, and keeps it open while the pointer moves from chip to card. Escape closes it. */
function useHover(chip: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    // Not by timer, or a second Escape would find the card still open.
    if (delay === 0) setIsOpen(open)
    else timer.current = setTimeout(() => setIsOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // A layout effect, so that the listeners are there as soon as the card is.
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
      // The focus must not vanish with the card.
      if (chip.current?.parentElement?.querySelector(':focus')) chip.current.focus()
      // That focus must not open it again.
      clearTimeout(timer.current)
      setIsOpen(false)
      // Stop listening now: a second Escape, which is the panel's, may come before this effect is cleaned up.
      ending.abort()
    }
    chip.current?.getRootNode().addEventListener('keydown', onKey, { capture: true, signal: ending.signal })
    return () => ending.abort()
  }, [isOpen, chip])
  return { isOpen, later }
}

/** `[n]` as a small link to the passage. */
function Citation({ source, context }: { source: Source; context: AnswerContext }) {
  const chip = useRef<HTMLAnchorElement>(null)
  const isTouch = useRef(false)
  const untint = useRef<() => void>(undefined)
  const texts = useTexts()
  const { isOpen, later } = useHover(chip)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => () => untint.current?.(), [])
  // Checked citations come with the end of the answer, so they are looked up when the reader comes near.
  const citation = isNear || isOpen ? citationOf(chip.current, source.number, context.citations) : undefined
  const address = sourceAddress({ url: citation?.url ?? source.url, snippet: source.snippet })
  if (!address) return null
  const number = context.numberOf(source)
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the link and the card
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
        className={`${sourceNumber} align-[2px] no-underline transition-colors before:absolute before:-mt-1 before:-ml-[7px] before:h-[26px] before:w-6 hover:bg-accent hover:text-on-accent focus-visible:bg-accent focus-visible:text-on-accent`}
        href={address}
        aria-label={texts.source(number, source.title, source.section)}
        onPointerDown={(event) => {
          isTouch.current = event.pointerType !== 'mouse'
        }}
        onClick={(event) => {
          // On touch screens, which have no hover, the first tap opens the card and the second follows the link.
          if (!isTouch.current || isOpen) return
          event.preventDefault()
          later(true, 0)
        }}
      >
        {number}
      </a>
      {isOpen ? (
        <CitationCard
          source={source}
          chip={chip}
          address={address}
          citation={citation}
          onAskAbout={(passage) => {
            later(false, 0)
            context.askAbout(source, passage)
          }}
        />
      ) : null}
    </span>
  )
}

/** Consecutive citations, shown as one group. */
export function Citations({ numbers, context }: { numbers: readonly number[]; context: AnswerContext }) {
  return (
    <span className="sn-cites ms-[3px] whitespace-nowrap before:content-['\2060'] *:not-first:ms-0.5 *:nth-[5n]:after:whitespace-normal *:nth-[5n]:after:content-['\200b']">
      {numbers.map((number) => {
        const source = context.sources.get(number)
        return source ? <Citation key={number} source={source} context={context} /> : null
      })}
    </span>
  )
}
