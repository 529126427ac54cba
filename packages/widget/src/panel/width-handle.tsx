import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** Where the reader's own width is kept, for all sites that share this address. */
const widthKey = 'sidenote:width'

const narrowest = 320
const widest = 640
const usual = 400

const within = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** Keeps the width for the next page; nothing is kept where nothing may be. */
function remember(width: number, mayStore: boolean): void {
  if (!mayStore) return
  try {
    if (width === usual) localStorage.removeItem(widthKey)
    else localStorage.setItem(widthKey, String(width))
  } catch {}
}

/** Gives the sheet the width that the reader once chose. */
export function recallWidth(frame: HTMLElement): void {
  try {
    const width = Number(localStorage.getItem(widthKey))
    if (width) frame.style.setProperty('--sn-width', `${within(width)}px`)
  } catch {}
}

/** The edge of the sheet, by which it is drawn wider or narrower. A double click brings the usual width back. */
export function WidthHandle(properties: { frame: HTMLElement; mayStore: boolean; onChange: () => void }) {
  const { frame, mayStore, onChange } = properties
  const texts = useTexts()
  const [width, setWidth] = useState(() => frame.offsetWidth)
  const isRight = frame.dataset.side !== 'left'
  const show = (wanted: number) => {
    const next = within(wanted)
    frame.style.setProperty('--sn-width', `${next}px`)
    setWidth(next)
    return next
  }
  const settle = (wanted: number) => {
    remember(show(wanted), mayStore)
    onChange()
  }
  const pointed = ({ clientX }: PointerEvent) => (isRight ? innerWidth - clientX : clientX)
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[key]
    if (step === undefined) return
    nativeEvent.preventDefault()
    settle(width + (isRight ? step : -step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no ruler
    <div
      className="sn-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={within(width)}
      tabIndex={0}
      onDoubleClick={() => settle(usual)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) show(pointed(event))
      }}
      onLostPointerCapture={() => settle(width)}
    />
  )
}
