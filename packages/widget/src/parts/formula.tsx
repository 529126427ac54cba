import { createElement, type ReactNode, useEffect, useState } from 'react'
import type { MathNode } from '../markdown/math.ts'

const drawn = ({ name, attributes, children }: MathNode, key?: number): ReactNode =>
  createElement(
    name,
    { ...attributes, key },
    ...children.map((child, index) => (typeof child === 'string' ? child : drawn(child, index))),
  )

/** A formula; until what draws formulas has come, and where it cannot, the TeX it is written in. */
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
    <span className="sn-formula" tabIndex={isDisplay ? 0 : undefined}>
      {drawn(math)}
    </span>
  )
}
