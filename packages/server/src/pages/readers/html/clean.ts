import type { Element, ElementContent, Text } from 'hast'
import { decodeEscapes } from '../../links.ts'
import { isOneWord, oneLine, withoutBreaks } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import { changeOfLine, codeTable, fragmentCode, languageOf } from './code.ts'
import {
  declaredName,
  entriesOf,
  hasLongEntries,
  isDeclaration,
  isDeclarationLine,
  signature,
  termId,
} from './declarations.ts'
import { drawnArrow, drawnBox, drawnList, drawnNote, drawnTitle } from './drawn.ts'
import {
  element,
  emptyAnchor,
  findElement,
  findElements,
  hasClass,
  innerId,
  isBlank,
  isHeading,
  ownId,
  pictureTags,
  textIn,
} from './elements.ts'
import { isMostlyPreformatted, isPlain, readPreformatted } from './preformatted.ts'
import { inLine } from './tables.ts'
import { isCallout, isPermalink, isUnseen, type Surroundings } from './unseen.ts'

/** Elements around a page’s whole text, whose ids name no section. */
const layoutId =
  /^(?:_*(?:next|root|app)|content|main|body|page|wrapper|container|article|readme|header|hd|bd|[a-z]+-?content|column\d)$/i
/** Boxes beside the text, whose headings name the kind of box. */
const boxClasses = wordSet(
  'note tip important warning caution admonition admonitionblock footnote footnotes footnote-segment footnotes-segment',
)
/** What may stand around headings only to arrange them. */
const layoutTags = wordSet('ul ol li dl dt dd details summary')
/** What sets apart what is around it, or shows something, even when it holds nothing. */
const setsApart = wordSet(
  'address article aside audio blockquote br canvas caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure h1 h2 h3 h4 h5 h6 hgroup hr img input legend li main math menu object ol option p picture pre section summary table tbody td tfoot th thead tr ul video wbr',
)
/** Cells that stand for more columns than this are taken for mistakes. */
const mostSpanned = 50

/** Addresses that only a script can follow, and those of the places that footnotes of Asciidoctor belong to. */
const leadsBack = /^(?:javascript:|#_footnoteref_)/i

/** What is known of the elements around those that are read. */
interface Around extends Surroundings {
  inBox: boolean
  /** The id that links to the next heading name, when it comes before any text. */
  readonly section: { id: string | undefined }
  /** What the three nearest elements name as the language of code. */
  languages: readonly (string | undefined)[]
}

/**
 * What a reader sees of these elements as the text of a page. Headings have the ids by which they are linked, `pre` the
 * language of its code as `dataLanguage`, what generators declare of code stands under headings of its own.
 */
export function cleanHtml(nodes: readonly ElementContent[]): ElementContent[] {
  const around = { inHeading: false, inCode: false, inBox: false, section: { id: undefined }, languages: [] }
  const cleaner = new Cleaner(isMostlyPreformatted(nodes))
  const children = cleaner.clean(nodes, around)
  labelParts(findElements({ type: 'root', children }, isHeading), cleaner.sharedIds)
  return children
}

/**
 * What stands again and again below headings that can be linked, and cannot be linked itself, names the parts of what they
 * are about: “Types” in the manuals of Erlang, and what is said of any function.
 */
function labelParts(headings: readonly Element[], sharedIds: ReadonlySet<string>): void {
  const isNameless = ({ properties: { id } }: Element) => !id || sharedIds.has(String(id))
  const texts = Map.groupBy(headings.filter(isNameless), (heading) => oneLine(textIn(heading)))
  const first = headings.findIndex((heading) => !isNameless(heading))
  const above: Element[] = []
  for (const heading of first < 0 ? [] : headings.slice(first)) {
    while ((above.at(-1)?.tagName ?? '') >= heading.tagName) above.pop()
    const text = oneLine(textIn(heading))
    const [own] = above.slice(-1)
    const isOfFunction = own !== undefined && !isNameless(own) && partOfFunction.test(text)
    if (isNameless(heading) && (isOfFunction || (texts.get(text)?.length ?? 0) >= fewestLabels)) {
      heading.tagName = 'p'
      heading.children = [element('strong', {}, heading.children)]
    } else above.push(heading)
  }
}

const fewestLabels = 3
/** As TypeDoc and JSDoc name them, with the type behind. */
const partOfFunction = /^(?:(?:type )?parameters|returns|throws|yields|fires)\b/i

class Cleaner {
  /** Of headings; what stands there once more cannot be linked by it. */
  readonly #ids = new Set<string>()
  /** Those of several headings. */
  readonly sharedIds = new Set<string>()
  /** Is text in fixed columns no code? */
  readonly #isPreformatted: boolean
  /** Of the heading above. */
  #depth = 1
  /** How many declarations of code are around. */
  #nested = 0
  /** Of declarations outside of lists; headings below it belong to one of them. */
  #lineDepth: number | undefined

  constructor(isPreformatted: boolean) {
    this.#isPreformatted = isPreformatted
  }

  clean(nodes: readonly ElementContent[], around: Around): ElementContent[] {
    const kept: ElementContent[] = []
    let anchorBefore: string | undefined
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'text') {
        if (node.value.trim() !== '') anchorBefore = around.section.id = undefined
        addTo(kept, [{ type: 'text', value: withoutBreaks(node.value) }])
      } else if (node.type === 'element' && around.inCode && isCallout(node)) {
        // The blank before it is none of the code.
        const last = kept.at(-1)
        if (last?.type === 'text') last.value = last.value.trimEnd()
      } else if (node.type === 'element' && !isUnseen(node, around)) {
        if (partsWords(node, nodes[index - 1], nodes[index + 1])) addTo(kept, [{ type: 'text', value: ' ' }])
        const change = around.inCode ? changeOfLine(node) : undefined
        const line = change ? { ...node, children: [{ type: 'text' as const, value: change }, ...node.children] } : node
        addTo(kept, this.#element(line, around, anchorBefore))
        anchorBefore = emptyAnchor(node)
        // Tabs are labels side by side, which only a style sheet sets apart.
        const isApart = isLabel(node) && nodes.slice(index + 1, index + 3).some(isLabel)
        if (isApart || (around.inHeading && hasClass(node, 'name'))) addTo(kept, [{ type: 'text', value: ' ' }])
      } else if (node.type === 'element') {
        if (partsWords(node, nodes[index - 1], nodes[index + 1])) addTo(kept, [{ type: 'text', value: ' ' }])
      }
    }
    return kept
  }

  #element(node: Element, around: Around, anchorBefore: string | undefined): ElementContent[] {
    if (isHeading(node)) return [this.#heading(node, around, anchorBefore)]
    const code = node.tagName === 'pre' ? node : (codeTable(node) ?? fragmentCode(node))
    if (code) {
      const cleaned = this.#code(code, around)
      const isText = this.#isPreformatted && isPlain(code) && cleaned.properties.dataLanguage === undefined
      return isText ? readPreformatted(textIn(cleaned)) : [cleaned]
    }
    if (node.tagName === 'dl') {
      const entries = entriesOf(node, anchorBefore)
      const isDeclared = entries.some(isDeclaration)
      if (isDeclared || hasLongEntries(node, entries)) return this.#entries(entries, around, isDeclared)
    }
    if (isDeclarationLine(node)) {
      this.#lineDepth ??= this.#depth + 1
      this.#depth = this.#lineDepth - 1
      return this.#declared(node, around, around.section.id ?? anchorBefore)
    }
    const box = drawnBox(node) ?? drawnArrow(node)
    if (box) return [box]
    const title = drawnTitle(node)
    if (title) return [{ ...title, children: this.clean(title.children, around) }]
    const drawn = drawnNote(node) ?? drawnList(node)
    const children = this.clean(drawn ?? node.children, this.#within(node, around))
    if (hasClass(node, 'memproto')) return [signature(textIn(children))]
    const isLayout = layoutTags.has(node.tagName) && children.some((child) => findElement(child, isHeading))
    const tagName = isLayout ? 'div' : node.tagName
    const leadsNowhere = node.tagName === 'a' && leadsBack.test(String(node.properties.href))
    const isEmptied = children.every(isBlank) && !setsApart.has(tagName)
    if (leadsNowhere || isEmptied) return children
    return [{ ...node, tagName, properties: withinBounds(node.properties), children }]
  }

  #within(node: Element, around: Around): Around {
    const id = sectionId(node)
    return {
      ...around,
      inBox: around.inBox || hasClass(node, boxClasses),
      section: id === undefined ? around.section : { id },
      languages: [languageOf(node), ...around.languages].slice(0, 3),
    }
  }

  #heading(node: Element, around: Around, anchorBefore: string | undefined): Element {
    this.#depth = Number(node.tagName.charAt(1))
    if (this.#depth <= (this.#lineDepth ?? 0)) this.#lineDepth = undefined
    const id = this.#firstNew([ownId(node), permalink(node), innerId(node), around.section.id, anchorBefore])
    around.section.id = undefined
    const within = { ...around, inHeading: true, section: { id: undefined } }
    const written = this.clean(node.children, within)
    // Of headings within headings only the outermost is looked at twice.
    const isEmpty = !around.inHeading && textIn(written).trim() === ''
    const all = isEmpty ? this.clean(node.children, { ...within, isLinked: true }) : written
    const children = inLine(withoutSelfLink(all))
    if (around.inBox) return element('p', {}, [element('strong', {}, children)])
    const first = firstText(children)
    // One number alone may count the steps of a page.
    if (first) first.value = first.value.replace(/^\s*(?:[A-Z]|\d+)(?:\.\d+)+\.\s+/, '')
    return { ...node, properties: id === undefined ? {} : { id }, children }
  }

  #firstNew(ids: readonly (string | undefined)[]): string | undefined {
    const [first] = ids
    if (first !== undefined && this.#ids.has(first)) this.sharedIds.add(first)
    const found = ids.find((id) => id !== undefined && !this.#ids.has(id))
    if (found !== undefined) this.#ids.add(found)
    return found
  }

  #code(node: Element, around: Around): Element {
    around.section.id = undefined
    const inside = findElement(node, ({ tagName }) => tagName === 'code')
    const language = [languageOf(node), inside && languageOf(inside), ...around.languages].find(Boolean)
    const children = this.clean(node.children, { ...around, inCode: true })
    return { ...node, properties: language ? { dataLanguage: language } : {}, children }
  }

  /**
   * What Sphinx writes for `.. function::` and the like, and lists whose terms can be linked. Terms that share a description
   * share a heading.
   */
  #entries(entries: readonly Element[], around: Around, isDeclared: boolean): ElementContent[] {
    const kept: ElementContent[] = []
    const depth = this.#depth
    let isNamed = false
    for (const child of entries) {
      if (child.tagName === 'dt') {
        if (!isNamed) kept.push(...(isDeclaration(child) ? this.#declared(child, around) : [this.#term(child, around)]))
        else if (isDeclared) kept.push(signature(this.#signatureOf(child, around)))
        else kept.push(element('p', {}, this.clean(child.children, around)))
        isNamed = true
      } else {
        isNamed = false
        this.#nested++
        const children = this.clean(child.children, { ...around, section: { id: undefined } })
        this.#nested--
        this.#depth = depth
        kept.push({ type: 'element', tagName: 'div', properties: {}, children })
      }
    }
    return kept
  }

  #term(term: Element, around: Around): Element {
    const children = this.clean(term.children, { ...around, inHeading: true, section: { id: undefined } })
    return element(this.#entryTag(), { id: this.#firstNew([termId(term)]) ?? '' }, inLine(children))
  }

  #entryTag(): string {
    return `h${Math.min(6, this.#depth + 1 + this.#nested)}`
  }

  /** A heading with the name of what is declared, and the declaration below it. */
  #declared(node: Element, around: Around, id: string | undefined = undefined): ElementContent[] {
    const whole = this.#signatureOf(node, around)
    const name = declaredName(node) ?? whole
    const heading = element(this.#entryTag(), { id: this.#firstNew([termId(node), id]) ?? '' }, [
      element('code', {}, [{ type: 'text', value: name }]),
    ])
    around.section.id = undefined
    return whole === name ? [heading] : [heading, signature(whole)]
  }

  #signatureOf(node: Element, around: Around): string {
    return oneLine(textIn(this.clean(node.children, { ...around, inHeading: true, section: { id: undefined } })))
  }
}

/** Adds nodes, of which text joins text before it, and one that only goes on with the emphasis before it joins that. */
function addTo(kept: ElementContent[], nodes: readonly ElementContent[]): void {
  for (const [at, node] of nodes.entries()) {
    const last = kept.at(-1)
    const goesOn =
      at === 0 &&
      node.type === 'element' &&
      last?.type === 'element' &&
      emphasis.has(node.tagName) &&
      last.tagName === node.tagName
    if (goesOn) addTo(last.children, node.children)
    else if (node.type === 'text' && last?.type === 'text') last.value += node.value
    else kept.push(node)
  }
}

const emphasis = wordSet('b em i strong')

/** Whether a picture or the like, of which nothing is read, is all that parts two words. */
function partsWords({ tagName, properties }: Element, before?: ElementContent, after?: ElementContent): boolean {
  const isShown = pictureTags.has(tagName) && !properties.alt
  return isShown && before !== undefined && after !== undefined && isOneWord(textIn(before), textIn(after))
}

const isLabel = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'label'

/** The section to which a link in its own heading leads. */
function permalink(heading: Element): string | undefined {
  const all = oneLine(textIn(heading))
  const link = findElement(heading, (node) => {
    const href = String(node.properties.href)
    if (node.tagName !== 'a' || !href.startsWith('#') || href === '#') return false
    const text = oneLine(textIn(node))
    return text.length <= 1 || text === all || isPermalink(node)
  })
  return link && decodeEscapes(String(link.properties.href).slice(1))
}

/** What a heading says that as a whole links to itself. */
function withoutSelfLink(children: ElementContent[]): ElementContent[] {
  const [only, ...others] = children.filter((child) => !isBlank(child))
  const isLink = only?.type === 'element' && only.tagName === 'a' && String(only.properties.href).startsWith('#')
  return isLink && others.length === 0 ? only.children : children
}

/** The id of what stands around a section and its heading. */
function sectionId(node: Element): string | undefined {
  const id = ownId(node)
  if (id === undefined || layoutId.test(id)) return undefined
  return node.tagName === 'section' || node.tagName === 'article' || node.tagName === 'div' ? id : undefined
}

/** `20.4. Resource Consumption` and `Chapter 8. Data Types` without what an edition of the book numbers them by. */
export const withoutNumber = (title: string): string =>
  title.replace(/^\s*(?:(?:Chapter|Appendix|Part)\s+\w{1,6}|(?:[A-Z]\.)?\d+(?:\.\d+)*)\.\s+(?=\S)/, '')

/** A table is as large as its spans say. */
export function withinBounds(properties: Element['properties']): Element['properties'] {
  const { colSpan, rowSpan } = properties
  if (Number(colSpan ?? 1) <= mostSpanned && Number(rowSpan ?? 1) <= mostSpanned) return properties
  const { colSpan: _columns, rowSpan: _rows, ...rest } = properties
  return rest
}

/** The first text with a word, also within elements. */
function firstText(nodes: readonly ElementContent[]): Text | undefined {
  const first = nodes.find((node) => textIn(node).trim() !== '')
  return first?.type === 'element' ? firstText(first.children) : first?.type === 'text' ? first : undefined
}
