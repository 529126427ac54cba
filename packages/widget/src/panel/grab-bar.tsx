import { type PointerEvent, useRef } from 'react'

/** Dragged down this far, in px, the sheet closes. */
const closingDistance = 96

/** The bar at the top of the sheet on a phone. Dragging it down closes the panel, as the close button does. */
export function GrabBar({ frame, onClose }: { frame: HTMLElement; onClose: () => void }) {
  const start = useRef<number>(undefined)
  const distance = ({ clientY }: PointerEvent) => Math.max(0, clientY - (start.current ?? clientY))
  const release = () => {
    start.current = undefined
    frame.style.transform = ''
    frame.style.transition = ''
  }
  return (
    <div
      className="sn-grab -mb-2 hidden h-5 flex-none touch-none place-items-center after:h-1 after:w-9 after:rounded-full after:bg-scroll max-sm:grid short:hidden forced-colors:after:bg-[CanvasText]"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = event.clientY
        frame.style.transition = 'none'
      }}
      onPointerMove={(event) => {
        if (start.current !== undefined) frame.style.transform = `translateY(${distance(event)}px)`
      }}
      onPointerUp={(event) => {
        const isClosing = distance(event) >= closingDistance
        release()
        if (isClosing) onClose()
      }}
      onPointerCancel={release}
    />
  )
}
