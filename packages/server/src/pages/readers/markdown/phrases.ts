import type { BlockContent, Definition, Emphasis, Link, Nodes, PhrasingContent, RootContent } from 'mdast'
import type { MdxJsxTextElement } from 'mdast-util-mdx'
import { isOneWord, oneLine, withoutBreaks } from '../../text-lines.ts'
import { addressOf, type Element, elementWords, isUnsaid, saidByName, titleOf } from '../html/element-words.ts'
import { pictureTags } from '../html/elements.ts'
import { parseFragment } from '../html/html.ts'
import { attributeOf, type HtmlTag, tagAt } from '../html/tags.ts'
import { decodeEntities, htmlText } from '../html/text.ts'
import { signAmong } from '../icons.ts'
import { wordsIn } from '../raised.ts'
import { unknownMark } from '../restructured-text/references.ts'
import { wordSet } from '../word-set.ts'
import { codeTexts } from './code-components.ts'
import { expressionLines, expressionNumber, expressionText } from './expression-text.ts'
import { componentFormula } from './formula-components.ts'
import { kindOfUnknown } from './mdx-constants.ts'
import { shortened, type UnshownText } from './prepare.ts'
import { apartDeleted, type Beside, joinKeys, shownElement } from './shown-elements.ts'

/** What the words of a page need to know of it. */
export interface PhraseSource {
  /** Where references lead, by their identifiers. */
  readonly definitions: ReadonlyMap<string, Definition>
  /** Turns the address of a link into one that works outside of the file. */
  readonly linkTo: (url: string) => string
  /** The blocks of the part of pages that a component stands for; undefined for another one. */
  readonly partOf: (node: Element) => BlockContent[] | undefined
  /** Is told of what nothing says what readers see of. */
  readonly leave?: ((unshown: UnshownText) => void) | undefined
}

/** Elements that readers don't see, or whose content they don't. */
export const unseenElements = new Set(['script', 'style', 'svg', 'template', 'Script', 'head', 'Head'])

/** What converters and Sphinx call a picture of which nobody has said anything: `image0`, `_images/lid.png`. */
const madeUp =
  /^\s*(?:(?:alt|image|img|picture|screenshot|untitled)[-_ ]?\d*|\S+\.(?:avif|gif|jpe?g|png|svg|webp))\s*$/i

/** Reduces the words of a page: to text, names in code, emphasis and links. */
export class Phrases {
  readonly #source: PhraseSource

  constructor(source: PhraseSource) {
    this.#source = source
  }

  reduce(nodes: readonly PhrasingContent[]): PhrasingContent[] {
    const phrases: PhrasingContent[] = []
    const ends = elementEnds(nodes)
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (!node) continue
      const end = ends.get(at)
      const tag = node.type === 'html' && end !== undefined ? tagAt(node.value, 0) : undefined
      const element =
        tag &&
        end !== undefined &&
        this.#tagged(tag, nodes.slice(at + 1, end), { before: phrases, after: wordsOf(nodes[end + 1]) })
      if (element && end !== undefined) at = end
      const next = nodes[at + 1]
      const words = element || this.#phrase(node, { before: phrases, after: wordsOf(next) })
      // What a picture stands between is not one word.
      const isBetween =
        words.length === 0 && next && isPicture(node) && isOneWord(wordsIn(phrases.slice(-1)), wordsIn([next]))
      const block = blockOf(node)
      if (block !== undefined && !isEndTag(node)) setApart(phrases, block === 'li' ? '; ' : ' ')
      phrases.push(...(isBetween ? [{ type: 'text' as const, value: ' ' }] : words))
      const isWord = next && next.type !== 'html' && blockOf(next) === undefined && /^\S/.test(wordsIn([next]))
      if (block !== undefined && isWord) setApart(phrases, ' ')
    }
    return apartDeleted(joinKeys(phrases))
  }

  /** An element of HTML whose tags stand among words, if it says more than they do. */
  #tagged(tag: HtmlTag, inner: readonly PhrasingContent[], beside: Beside) {
    const name = tag.name.toLowerCase()
    if (unseenElements.has(name)) return []
    if (name === 'math' || (name === 'span' && isDrawn(tag)))
      return formulaOf(`<${name}${tag.attributes}>${inner.map(sourceOf).join('')}</${name}>`)
    if (name === 'ruby') return rubyOf(`<ruby>${inner.map(sourceOf).join('')}</ruby>`)
    const sign = inner.length === 0 && (name === 'i' || name === 'span') ? signOfClass(tag) : undefined
    if (sign !== undefined) return [{ type: 'text' as const, value: sign }]
    if (name !== 'a') return shownElement(name, () => this.reduce(inner), beside)
    const url = decodeEntities(attributeOf(tag, 'href') ?? '').trim()
    return url ? this.link(url, this.reduce(inner)) : undefined
  }

  /** A link around words, which lose the links that they hold. Nothing of one without words. */
  link(url: string, nodes: readonly PhrasingContent[]): PhrasingContent[] {
    const children = nodes.filter((child) => child.type !== 'link')
    // A page that leads to itself.
    if (url === '') return children
    return children.length > 0 ? [{ type: 'link', url: this.#source.linkTo(url), children }] : []
  }

  #phrase(node: PhrasingContent, beside: Beside): PhrasingContent[] {
    switch (node.type) {
      case 'text':
        // What comes from HTML has no place of its own; a space that keeps words on one line is a space of text.
        return [
          { type: 'text', value: withoutBreaks(node.position ? node.value : node.value.replaceAll('\u00a0', ' ')) },
        ]
      case 'inlineCode':
        return [{ type: 'inlineCode', value: node.value, ...(node.data?.isKey && { data: { isKey: true } }) }]
      case 'inlineMath':
        return [{ type: 'inlineMath', value: node.value, ...(node.isBlock && { isBlock: true }) }]
      case 'break':
        return [{ type: 'break' }]
      case 'emphasis':
        return isProduct(node, beside.before)
          ? [{ type: 'text', value: '*' }, ...this.reduce(node.children), { type: 'text', value: '*' }]
          : [{ type: node.type, children: this.reduce(node.children) }]
      case 'strong':
      case 'delete':
        return [{ type: node.type, children: this.reduce(node.children) }]
      case 'link': {
        const [address, rest] = bareAddress(node)
        const words: PhrasingContent[] = rest === '' ? [] : [{ type: 'text', value: rest }]
        return rest === ''
          ? this.link(node.url, this.reduce(node.children))
          : [...this.link(address, [{ type: 'text', value: address }]), ...words]
      }
      case 'linkReference': {
        const definition = this.#source.definitions.get(node.identifier)
        const words = this.reduce(node.children)
        return definition ? this.link(definition.url, words) : words
      }
      case 'image':
      case 'imageReference':
        return node.alt && !madeUp.test(node.alt) ? [{ type: 'text', value: node.alt }] : []
      case 'html': {
        const value = oneLine(htmlText(node.value))
        return value ? [{ type: 'text', value }] : tagAt(node.value, 0)?.name === 'br' ? [{ type: 'break' }] : []
      }
      case 'mdxTextExpression': {
        const { shown, estree } = node.data ?? {}
        const value = shown ?? expressionText(estree) ?? expressionNumber(estree)
        const kind = value === undefined ? kindOfUnknown(estree) : 'nothing'
        if (kind !== 'nothing')
          this.#source.leave?.({ line: node.position?.start.line ?? 1, text: shortened(`{${node.value}}`) })
        // Nothing would make another value of what stands around it.
        if (kind === 'words' && this.#source.leave) return [{ type: 'text', value: unknownMark }]
        return value ? [{ type: 'text', value }] : []
      }
      case 'mdxJsxTextElement':
        return this.#element(node, beside)
      default:
        return []
    }
  }

  /** An element among words: what it holds, below its title when it has both, or what its properties say. */
  #element(node: MdxJsxTextElement, beside: Beside): PhrasingContent[] {
    if (node.name && unseenElements.has(node.name)) return []
    if (node.name === 'math') return mathOf(node)
    const formula = componentFormula(node)
    if (formula) return formula
    if (node.name === 'ruby') return rubyOf(sourceOf(node))
    const name = componentNames.get(node.name ?? '') ?? node.name ?? ''
    const keys = name === 'kbd' && node.children.length === 0 ? keysOf(node) : undefined
    if (keys !== undefined) return [{ type: 'inlineCode', value: keys, data: { isKey: true } }]
    const shown = shownElement(name, () => this.reduce(node.children), beside)
    if (shown) return shown
    const part = this.#source.partOf(node)
    if (part) return part.flatMap((block) => (block.type === 'paragraph' ? block.children : []))
    const inner = this.reduce(node.children)
    const value = inner.length > 0 ? titleOf(node) : elementWords(node).join(': ')
    const title: PhrasingContent[] = value ? [{ type: 'text', value }] : []
    const code = codeTexts(node).map((text): PhrasingContent => ({ type: 'inlineCode', value: oneLine(text) }))
    if (code.length > 0)
      return [...title, ...(value ? [blank] : []), ...code, ...(inner.length > 0 ? [blank] : []), ...inner]
    if (inner.length > 0 && value) return [...title, { type: 'text', value: ': ' }, ...inner]
    const words = inner.length > 0 ? inner : title
    if (words.length === 0 && node.name === 'br') return [{ type: 'break' }]
    if (words.length === 0) return this.#unsaid(node)
    const url = addressOf(node)
    return url ? this.link(url, words) : words
  }

  /** What stands for a component that has no words. */
  #unsaid(node: MdxJsxTextElement): PhrasingContent[] {
    const said = saidByName(node)
    const isLeft = said === undefined && this.#source.leave !== undefined && isUnsaid(node)
    if (isLeft) this.#source.leave?.({ line: node.position?.start.line ?? 1, text: `<${node.name} …>` })
    return said !== undefined || isLeft ? [{ type: 'text', value: said ?? unknownMark }] : []
  }
}

/** An address that stands in a text for itself ends where a sign of Chinese or Japanese does, and the sentence goes on behind it. */
function bareAddress({ url, children, position }: Link): [address: string, rest: string] {
  const [only] = children
  const { start, end: last } = position ?? {}
  // In angle brackets, its writer says where it ends.
  const isBounded = (last?.offset ?? 0) - (start?.offset ?? 0) > url.length
  const isBare = !isBounded && children.length === 1 && only?.type === 'text' && only.value === url
  const end = isBare ? url.search(wideSign) : -1
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}

/** Of the width of a letter; those of queries and the like are none. */
const wideSign = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/

/** Elements that begin a new line, also among words, as in the cells of a table. */
const blockTags = wordSet(
  'p div ul ol li dl dt dd tr td th table section article blockquote pre details summary figure figcaption h1 h2 h3 h4 h5 h6 hr',
)

/** The words of what stands on the line; a tag has none. */
const wordsOf = (node: PhrasingContent | undefined): string =>
  node && node.type !== 'html' && node.type !== 'mdxJsxTextElement' ? wordsIn([node]) : ''

/** The name of the element that begins or ends here and stands on lines of its own. */
function blockOf(node: PhrasingContent): string | undefined {
  const name =
    node.type === 'mdxJsxTextElement' ? node.name : node.type === 'html' ? tagAt(node.value, 0)?.name : undefined
  return name && blockTags.has(name) ? name : undefined
}

const isEndTag = (node: PhrasingContent): boolean => node.type === 'html' && node.value.startsWith('</')

/** Adds a sign between words, if there are any before it and none is there. */
function setApart(phrases: PhrasingContent[], sign: string): void {
  if (/\S$/.test(wordsIn(phrases.slice(-1)))) phrases.push({ type: 'text', value: sign })
}

const isPicture = (node: PhrasingContent): boolean =>
  node.type === 'image' ||
  (node.type === 'mdxJsxTextElement' && pictureTags.has(node.name ?? '')) ||
  (node.type === 'html' && pictureTags.has(tagAt(node.value, 0)?.name ?? ''))

/** Components that are called after elements of HTML. */
const componentNames = new Map(['Sup', 'Sub', 'Kbd'].map((name) => [name, name.toLowerCase()]))

/** The keys that `<Kbd keys={['ctrl', 'k']} />` names. */
function keysOf(node: Element): string | undefined {
  const found = node.attributes.find(
    (each) => each.type === 'mdxJsxAttribute' && /^(?:keys?|shortcut|value|children)$/.test(each.name),
  )
  const written = typeof found?.value === 'string' ? found.value : undefined
  const { estree } = (typeof found?.value === 'object' && found.value?.data) || {}
  return written ?? expressionText(estree) ?? expressionLines(estree)?.join('+')
}

const blank: PhrasingContent = { type: 'text', value: ' ' }

/** Words with their readings. */
const rubyOf = (html: string): PhrasingContent[] =>
  parseFragment(html).flatMap((node) => (node.type === 'paragraph' ? node.children : isWords(node) ? [node] : []))

const isWords = (node: RootContent): node is PhrasingContent =>
  ['text', 'link', 'strong', 'emphasis', 'inlineCode', 'inlineMath'].includes(node.type)

/** Whether KaTeX or MathJax has drawn a formula there. */
const isDrawn = (tag: HtmlTag): boolean => /(?:^|\s)(?:katex|MathJax)\b/.test(attributeOf(tag, 'class') ?? '')

/** The formula that MathML says. */
const formulaOf = (html: string): PhrasingContent[] =>
  parseFragment(html).flatMap((node) => {
    const nodes: readonly RootContent[] = node.type === 'paragraph' ? node.children : [node]
    return nodes.filter((each) => each.type === 'inlineMath')
  })

/** The formula of an element `<math>` of MDX. */
export const mathOf = (node: Element): PhrasingContent[] => formulaOf(sourceOf(node))

/** A node as HTML: without attributes what stands in components. */
function sourceOf(node: Nodes): string {
  if (node.type === 'html') return node.value
  const name = node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement' ? node.name : undefined
  if (!('children' in node)) return 'value' in node ? node.value.replaceAll('<', '&lt;') : ''
  const inner = node.children.map(sourceOf).join('')
  return name ? `<${name}>${inner}</${name}>` : inner
}

/** Of `<i class="fa fa-check"></i>`. */
const signOfClass = (tag: HtmlTag): string | undefined => signAmong(attributeOf(tag, 'class')?.split(' ') ?? [])

/** `2*3*4` is a product, whatever Markdown makes of its signs; other markups have signs of their own for emphasis. */
const isProduct = (node: Emphasis, before: readonly PhrasingContent[]): boolean =>
  node.position !== undefined && /\d$/.test(wordsIn(before.slice(-1))) && /^\d[\d.]*$/.test(wordsIn(node.children))

/** By the place of each tag that begins an element among words, the place of the one that ends it. */
function elementEnds(nodes: readonly PhrasingContent[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const [at, node] of nodes.entries()) {
    const tag = node.type === 'html' ? tagAt(node.value, 0) : undefined
    if (!tag) continue
    const name = tag.name.toLowerCase()
    const starts = open.get(name) ?? []
    open.set(name, starts)
    if (!tag.isEnd) starts.push(at)
    else {
      const start = starts.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}
