import { useEffect, useState } from 'react'
import type { Phase } from '../chat/answer-state.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'
import { phase as phaseLine, pulse } from './class-names.ts'

/** A phase in words. */
export const phaseText = (phase: Phase, texts: PanelTexts): string => {
  if (phase.kind === 'reading') return texts.reading(phase.sources.length)
  return phase.query ? texts.searchingFor(phase.query) : texts.searching
}

/** After this long without text, the reader is told that it takes longer than usual, in ms. */
const usualTime = 8_000

/** What happens before there is text: the search, then the titles of the pages that it found. */
export function PhaseLine({ phase }: { phase: Phase }) {
  const texts = useTexts()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), usualTime)
    return () => clearTimeout(timer)
  }, [])
  const titles = phase.kind === 'reading' ? [...new Set(phase.sources.map(({ title }) => title))].slice(0, 4) : []
  return (
    <div>
      <p className={phaseLine}>
        <span className={pulse} />
        {phaseText(phase, texts)}
      </p>
      {titles.length > 0 ? (
        <ul className="sn-found ms-[3px] mt-1.5 border-s border-line ps-[13px] text-sm/5.5 text-muted">
          {titles.map((title) => (
            <li
              key={title}
              className="bidi-row animate-appear truncate nth-2:[animation-delay:60ms] nth-3:[animation-delay:120ms] nth-4:[animation-delay:180ms]"
            >
              {title}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-1.5 text-base text-muted" role="status">
        {isSlow ? texts.slow : ''}
      </p>
    </div>
  )
}
