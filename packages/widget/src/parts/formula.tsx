import { createElement, type ReactNode, useEffect, useState } from 'react'
import type { MathNode } from '../markdown/math.ts'

/** Turns a MathML tree into React elements. */
const render = ({ name, attributes, children }: MathNode, key?: number): ReactNode =>
  createElement(
    name,
    { ...attributes, key },
    ...children.map((child, index) => (typeof child === 'string' ? child : render(child, index))),
  )

/** A formula. Shows its TeX until the renderer has loaded, or if it can't render it. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const [math, setMath] = useState<MathNode>()
  useEffect(() => {
    let isGone = false
    import('../markdown/math.ts').then(
      ({ readMath }) => isGone || setMath(readMath(tex, isDisplay)),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [tex, isDisplay])
  if (!math) return <code>{tex}</code>
  return (
    <span
      // Not an inline block, whose baseline would be its lower edge.
      className={`sn-formula max-w-full overflow-x-auto ${isDisplay ? 'block py-1' : 'inline-flex'}`}
      tabIndex={isDisplay ? 0 : undefined}
    >
      {render(math)}
    </span>
  )
}
