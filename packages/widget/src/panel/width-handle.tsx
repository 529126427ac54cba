import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** The `localStorage` key of the reader's width, for all sites of this origin. */
const widthKey = 'sidenote:width'

/** The frame's variable for it. */
const widthName = '--sn-width'

/** Widths in px. */
const narrowest = 320
const widest = 640
const defaultWidth = 400

const clamp = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** Stores the width for the next page, if storing is allowed. */
function storeWidth(width: number, mayStore: boolean): void {
  if (!mayStore) return
  try {
    if (width === defaultWidth) localStorage.removeItem(widthKey)
    else localStorage.setItem(widthKey, String(width))
  } catch {}
}

/** Gives the sheet the width that the reader chose on an earlier page. */
export function recallWidth(frame: HTMLElement): void {
  try {
    const width = Number(localStorage.getItem(widthKey))
    if (width) giveWidth(frame, width)
  } catch {}
}

/** Gives the sheet the allowed width that is next to the wanted one, and returns it. */
function giveWidth(frame: HTMLElement, wanted: number): number {
  const width = clamp(wanted)
  frame.style.setProperty(widthName, `${width}px`)
  return width
}

/** The width that the sheet was given. Measuring it would lay the panel out before it's whole. */
const givenWidth = (frame: HTMLElement): number =>
  Number.parseFloat(frame.style.getPropertyValue(widthName)) || defaultWidth

/** The edge of the sheet, which can be dragged to resize it. A double click restores the default width. */
export function WidthHandle(properties: { frame: HTMLElement; mayStore: boolean; onChange: () => void }) {
  const { frame, mayStore, onChange } = properties
  const texts = useTexts()
  const [width, setWidth] = useState(() => givenWidth(frame))
  const isRight = frame.dataset.side !== 'left'
  const resize = (wanted: number) => {
    const next = giveWidth(frame, wanted)
    setWidth(next)
    return next
  }
  const finish = (wanted: number) => {
    storeWidth(resize(wanted), mayStore)
    onChange()
  }
  const widthAt = ({ clientX }: PointerEvent) => (isRight ? innerWidth - clientX : clientX)
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[key]
    if (step === undefined) return
    nativeEvent.preventDefault()
    finish(width + (isRight ? step : -step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: this separator is focusable and moves; an hr isn't
    <div
      className="sn-edge absolute inset-y-0 -left-1 w-[9px] cursor-col-resize touch-none after:absolute after:inset-x-[3px] after:inset-y-0 after:bg-link after:opacity-0 after:transition-opacity after:delay-60 hover:after:opacity-70 focus-visible:outline-none focus-visible:after:opacity-70 active:after:opacity-70 in-data-[side=left]:-right-1 in-data-[side=left]:left-auto max-sm:hidden forced-colors:after:bg-[CanvasText]"
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      tabIndex={0}
      onDoubleClick={() => finish(defaultWidth)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(widthAt(event))
      }}
      onLostPointerCapture={() => finish(width)}
    />
  )
}
