import type { CheckedCitation } from '@sidenote/contract'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { versionName } from '../chat/answer-state.ts'
import type { Source } from '../chat/exchange.ts'
import { useTexts } from '../locales/use-texts.ts'
import { passageAddress, safeAddress } from '../markdown/links.ts'
import { hasSentence } from '../markdown/sentences.ts'
import { splitPassage } from '../markdown/split-passage.ts'
import { icons } from './icons.tsx'
import { sentenceBefore } from './tint-sentence.ts'

const cardWidth = 320
/** Height of the panel's header. */
const header = 48

/** The address of a source: page, heading and, if the browser supports it, the passage. */
export const sourceAddress = ({ url, snippet }: Pick<Source, 'url' | 'snippet'>): string | undefined => {
  const address = safeAddress(url, document.baseURI)
  return address && passageAddress(address, snippet, 'fragmentDirective' in document)
}

/** The checked citation of the sentence before a chip. */
export function citationOf(
  chip: Element | null,
  number: number,
  citations: readonly CheckedCitation[],
): CheckedCitation | undefined {
  const candidates = citations.filter((citation) => citation.number === number)
  if (candidates.length < 2 || !chip) return candidates[0]
  const sentence = sentenceBefore(chip)?.toString() ?? ''
  return candidates.find((citation) => hasSentence(sentence, citation.sentence)) ?? candidates[0]
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
  // Above the chip but not on the header, or else on the side with more room.
  const isAbove = above - header >= height || (below < height && above > below)
  const cardHeight = Math.min(height, Math.max(isAbove ? above : below, 96))
  if (cardHeight < height) card.style.maxHeight = `${cardHeight}px`
  card.style.left = `${left}px`
  card.style.top = `${Math.max(top + 8, isAbove ? at.top - cardHeight - 6 : at.bottom + 6)}px`
}

const action =
  'inline-flex min-h-8 items-center gap-[5px] rounded-lg px-2 font-medium text-link no-underline hover:bg-soft pointer-coarse:min-h-11 [&_svg]:size-3'

/** The passage behind a citation, while pointer or focus is on it. It's in the top layer, so that nothing clips it. */
export function CitationCard(properties: {
  source: Source
  chip: RefObject<HTMLElement | null>
  address: string
  citation: CheckedCitation | undefined
  onAskAbout: (passage: string) => void
}) {
  const { source, chip, address, citation, onAskAbout } = properties
  const card = useRef<HTMLSpanElement>(null)
  const texts = useTexts()
  useLayoutEffect(() => {
    if (!card.current || !chip.current) return
    const [popover, anchor] = [card.current, chip.current]
    const update = () => place(popover, anchor)
    popover.showPopover?.()
    update()
    addEventListener('resize', update)
    return () => removeEventListener('resize', update)
  }, [chip])
  const title = source.section ?? source.title
  const crumbs = source.breadcrumbs.length > 0 ? source.breadcrumbs : [source.title]
  // The last crumb would repeat the title.
  const path = crumbs.at(-1) === title ? crumbs.slice(0, -1) : crumbs
  const where = [path.join(' › '), source.version && versionName(source.version)].filter(Boolean).join(' · ')
  // A heading alone says nothing about its section.
  const support = citation?.passage === title ? undefined : citation
  const [before, passage, after] = splitPassage(source.snippet, support?.passage, support?.url ?? source.url)
  return (
    <span
      className="sn-card fixed inset-auto m-0 max-h-[min(420px,calc(100vh-24px))] w-80 max-w-[calc(100vw-24px)] animate-appear scroll-thin overflow-y-auto rounded-xl bg-raised px-4 pt-3.5 pb-2 text-start text-sm font-normal whitespace-normal text-text shadow-high [direction:ltr] rtl:[direction:rtl] *:block forced-colors:border"
      popover="manual"
      ref={card}
    >
      {where ? <span className="sn-card-path text-xs bidi-plaintext text-muted">{where}</span> : null}
      <span className="mt-0.5 text-base font-semibold bidi-plaintext">{title}</span>
      {before || passage || after ? (
        <span className="mt-2 whitespace-pre-line bidi-plaintext text-muted wrap-anywhere">
          {before}
          {passage ? <mark>{passage}</mark> : null}
          {after}
        </span>
      ) : null}
      {citation && !citation.supported ? (
        <span className="mt-2 border-s-2 border-amber ps-2.5 text-amber bidi-plaintext">{texts.unsupported}</span>
      ) : null}
      {/* They stay visible if the card scrolls. */}
      <span className="sn-card-actions sticky -bottom-2 -mx-2 mt-2 -mb-2 flex! gap-1 bg-raised pb-2">
        <a className={`${action} rtl:[&>svg]:-scale-x-100`} href={address}>
          {texts.openSection}
          {icons.open}
        </a>
        <button type="button" className={action} onClick={() => onAskAbout(passage || source.snippet || source.title)}>
          {texts.askAboutPassage}
        </button>
      </span>
    </span>
  )
}
