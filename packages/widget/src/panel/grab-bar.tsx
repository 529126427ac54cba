import { type PointerEvent, useRef } from 'react'

/** Drawn down this far, the sheet is let go. */
const enough = 96

/** The bar at the top of the sheet on a phone: drawn down, it closes the panel. The button beside it does so as well. */
export function GrabBar({ frame, onClose }: { frame: HTMLElement; onClose: () => void }) {
  const start = useRef<number>(undefined)
  const moved = ({ clientY }: PointerEvent) => Math.max(0, clientY - (start.current ?? clientY))
  const release = () => {
    start.current = undefined
    frame.style.transform = ''
    frame.style.transition = ''
  }
  return (
    <div
      className="sn-grab"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = event.clientY
        frame.style.transition = 'none'
      }}
      onPointerMove={(event) => {
        if (start.current !== undefined) frame.style.transform = `translateY(${moved(event)}px)`
      }}
      onPointerUp={(event) => {
        const isLetGo = moved(event) >= enough
        release()
        if (isLetGo) onClose()
      }}
      onPointerCancel={release}
    />
  )
}
