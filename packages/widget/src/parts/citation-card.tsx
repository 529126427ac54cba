import type { CheckedCitation } from '@sidenote/contract'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type Source, versionName } from '../chat/conversation.ts'
import { useTexts } from '../locales/use-texts.ts'
import { passageAddress, safeAddress } from '../markdown/links.ts'
import { markedPassage } from '../markdown/split-passage.ts'
import { hasSentence } from '../markdown/sentences.ts'
import { icons } from './icons.tsx'
import { sentenceBefore } from './tint-sentence.ts'

const cardWidth = 320
/** Height of the panel's header. */
const header = 48

/** Where a source leads: the page, its heading and, where browsers can, the passage itself. */
export const sourceAddress = ({ url, snippet }: Pick<Source, 'url' | 'snippet'>): string | undefined => {
  const address = safeAddress(url, document.baseURI)
  return address && passageAddress(address, snippet, 'fragmentDirective' in document)
}

/** What the server found of the sentence that this chip stands behind. */
export function checkedOf(
  chip: Element | null,
  number: number,
  checked: readonly CheckedCitation[],
): CheckedCitation | undefined {
  const found = checked.filter((citation) => citation.number === number)
  if (found.length < 2 || !chip) return found[0]
  const sentence = sentenceBefore(chip)?.toString() ?? ''
  return found.find((citation) => hasSentence(sentence, citation.sentence)) ?? found[0]
}

function place(card: HTMLElement, chip: HTMLElement): void {
  const at = chip.getBoundingClientRect()
  const frame = chip.closest('.sn-frame')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const left = Math.max(frame.left + 12, Math.min(at.left - 40, frame.right - cardWidth - 12))
  card.style.maxHeight = ''
  const height = card.offsetHeight
  const { offsetTop: top, height: visible } = window.visualViewport ?? { offsetTop: 0, height: innerHeight }
  const above = at.top - Math.max(frame.top, top) - 14
  const below = top + visible - at.bottom - 14
  // Above, and not on the header; where there is no room for that, on the side that has more.
  const isAbove = above - header >= height || (below < height && above > below)
  const shown = Math.min(height, Math.max(isAbove ? above : below, 96))
  if (shown < height) card.style.maxHeight = `${shown}px`
  card.style.left = `${left}px`
  card.style.top = `${Math.max(top + 8, isAbove ? at.top - shown - 6 : at.bottom + 6)}px`
}

/** The passage behind a number, while pointer or focus is on it. In the top layer, so that nothing cuts it off. */
export function CitationCard(properties: {
  source: Source
  chip: RefObject<HTMLElement | null>
  address: string
  checked: CheckedCitation | undefined
  onAskAbout: (passage: string) => void
}) {
  const { source, chip, address, checked, onAskAbout } = properties
  const card = useRef<HTMLSpanElement>(null)
  const texts = useTexts()
  useLayoutEffect(() => {
    if (!card.current || !chip.current) return
    const [shown, by] = [card.current, chip.current]
    const stay = () => place(shown, by)
    shown.showPopover?.()
    stay()
    addEventListener('resize', stay)
    return () => removeEventListener('resize', stay)
  }, [chip])
  const title = source.section ?? source.title
  const above = source.breadcrumbs.length > 0 ? source.breadcrumbs : [source.title]
  // The title below says it already.
  const path = above.at(-1) === title ? above.slice(0, -1) : above
  const where = [path.join(' › '), source.version && versionName(source.version)].filter(Boolean).join(' · ')
  // Nor is a heading alone what a reader wants to see of its section.
  const told = checked?.passage === title ? undefined : checked
  const [before, marked, after] = markedPassage(source.snippet, told?.passage, told?.url ?? source.url)
  return (
    <span className="sn-card" popover="manual" ref={card}>
      {where ? <span className="sn-card-path">{where}</span> : null}
      <span className="sn-card-title">{title}</span>
      {before || marked || after ? (
        <span className="sn-card-text">
          {before}
          {marked ? <mark>{marked}</mark> : null}
          {after}
        </span>
      ) : null}
      {checked && !checked.supported ? <span className="sn-card-doubt">{texts.unsupported}</span> : null}
      <span className="sn-card-actions">
        <a href={address}>
          {texts.openSection}
          {icons.open}
        </a>
        <button type="button" onClick={() => onAskAbout(marked || source.snippet || source.title)}>
          {texts.askAboutPassage}
        </button>
      </span>
    </span>
  )
}
