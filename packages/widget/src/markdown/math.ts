import temml, { type Options } from 'temml'

/** A MathML element to render. Its name and attributes come from lists of harmless ones. */
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

/** Temml's tree, which its types call `any`. */
interface TemmlNode {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: readonly TemmlNode[]
}

// The cast: Temml's types have another name for this function than its module.
const { __renderToMathMLTree: treeOf } = temml as unknown as {
  readonly __renderToMathMLTree: (tex: string, options: Options) => TemmlNode
}

/** The harmless part of a tree. Unknown elements are replaced by their children. */
function harmlessPart(node: TemmlNode): (MathNode | string)[] {
  if (typeof node.text === 'string' && !node.children) return [node.text]
  const children = (node.children ?? []).flatMap(harmlessPart)
  if (!node.type || !elements.has(node.type)) return children
  const entries = Object.entries(node.attributes ?? {}).filter(([name]) => attributes.has(name))
  const harmless = Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
  return [{ name: node.type, attributes: harmless, children }]
}

/** A formula as MathML. Undefined if Temml can't read it, or if it's too long. */
export function readMath(tex: string, isDisplay: boolean): MathNode | undefined {
  if (tex.length > 4_000) return undefined
  try {
    const options = { displayMode: isDisplay, trust: false, strict: false, throwOnError: true, maxExpand: 200 }
    const tree = treeOf(tex, options)
    const [root] = harmlessPart(tree)
    return typeof root === 'object' ? root : undefined
  } catch {
    return undefined
  }
}
