import temml, { type Options } from 'temml'

/** MathML to draw: nothing but elements and attributes that are known to be only looks. */
export interface MathNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (MathNode | string)[]
}

const elements = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd menclose'
  ).split(' '),
)
const attributes = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy fence separator lspace rspace minsize maxsize symmetric ' +
    'largeop movablelimits accent accentunder linethickness width height depth voffset columnalign rowspacing ' +
    'columnspacing columnspan rowspan form notation dir'
  ).split(' '),
)

/** What Temml's tree looks like; its types call it `any`. */
interface TemmlNode {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: readonly TemmlNode[]
}

/** Temml’s types name this function otherwise than its module does. */
const { __renderToMathMLTree: treeOf } = temml as unknown as {
  readonly __renderToMathMLTree: (tex: string, options: Options) => TemmlNode
}

function known(node: TemmlNode): (MathNode | string)[] {
  if (typeof node.text === 'string' && !node.children) return [node.text]
  const children = (node.children ?? []).flatMap(known)
  if (!node.type || !elements.has(node.type)) return children
  const kept = Object.entries(node.attributes ?? {}).filter(([name]) => attributes.has(name))
  return [
    { name: node.type, attributes: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])), children },
  ]
}

/** A formula as MathML; nothing when it is not TeX that Temml knows, or would take too long. */
export function readMath(tex: string, isDisplay: boolean): MathNode | undefined {
  if (tex.length > 4_000) return undefined
  try {
    const options = { displayMode: isDisplay, trust: false, strict: false, throwOnError: true, maxExpand: 200 }
    const tree = treeOf(tex, options)
    const [root] = known(tree)
    return typeof root === 'object' ? root : undefined
  } catch {
    return undefined
  }
}
