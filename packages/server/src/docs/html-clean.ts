import type { Element, ElementContent, Nodes } from 'hast'
import { codeTable, languageOf } from './html-code.ts'
import { classesOf, classMatches, findElement, textIn } from './html-elements.ts'
import { decodeEscapes } from './links.ts'
import { oneLine } from './page-text.ts'

const unseenTags = new Set(
  'script style template noscript nav header footer form button select textarea input iframe svg object dialog head'.split(
    ' ',
  ),
)
const unseenRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary', 'dialog'])
const unseenClasses =
  /^(?:headerlink|header-anchor|section-?number|secno|hash-link|anchor-link|viewcode-link|sr-only|visually-hidden|line-numbers-wrapper|linenos|linenodiv|lineno|lang|breadcrumbs?|pagination(?:-nav)?|table-of-contents|toc|edit-this-page|prev-next(?:-\w+)*|toctree-wrapper|md-source-file|katex-html|nav(?:header|footer|bar)|related|sphinxsidebar|genindextable|modindextable|indexdiv)$/
/** The numbers of footnotes, and the signs that lead back from them. */
const footnoteMark = /^(?:footnote-(?:ref|reference|backref|anchor)|reversefootnote|fn-bracket|fn-backref)$/
/** Asides that belong to the text: what is to be noted, and notes at its foot. Others hold menus. */
const noteWords = new Set(
  'admonition callout alert note tip hint warning caution danger important info topic footnote footnotes'.split(' '),
)
const noteRole = /^(?:note|doc-(?:footnote|endnotes|tip|notice|pullquote|example))$/
const menuClass = /^(?:toc|contents|menu|nav[\w-]*|sidebar-[\w-]*)$/
/** Beside lines of code, where these short names mean their numbers. */
const unseenInCode = /^(?:ln|lnt|lnlinks|line-numbers?|gutter|hljs-ln-numbers|react-syntax-highlighter-line-number)$/
const permalinkClass = /(?:^|-)(?:header-?link|heading-?link|self-?link|perma-?link|hash-?link|anchor(?:-?link)?)$/i
/** Elements around a page’s whole text, whose ids name no section. */
const layoutId = /^(?:_*(?:next|root|app)|content|main|body|page|wrapper|container|article|readme|header|hd|bd)$/i
/** The first of the lines in which VitePress’s home page is called. */
const heroName = /^name$/
/** What stands beside the text of a page that has no better names for its parts. */
const unseenId = /^(?:side-?bar|footer|toc|nav|nav-?bar|navigation|search-?box)$/i
/** Boxes beside the text, whose headings name the kind of box. */
const boxClass = /^(?:note|tip|important|warning|caution|admonition)$/
/** Characters that the entries of a list have to have on average to be sections of their own. */
const longEntry = 100
/** Cells that stand for more columns than this are taken for mistakes. */
const mostSpanned = 50

/** What is known of the elements around those that are read. */
interface Around {
  inHeading: boolean
  inCode: boolean
  /** Whether the text of the heading stands in the link to it. */
  isLinked?: boolean
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
export const cleanHtml = (nodes: readonly ElementContent[]): ElementContent[] =>
  new Cleaner().clean(nodes, {
    ...{ inHeading: false, inCode: false, inBox: false },
    section: { id: undefined },
    languages: [],
  })

class Cleaner {
  /** Of the heading above. */
  #depth = 1
  /** How many declarations of code are around. */
  #nested = 0

  clean(nodes: readonly ElementContent[], around: Around): ElementContent[] {
    const kept: ElementContent[] = []
    let anchorBefore: string | undefined
    for (const [index, node] of nodes.entries()) {
      if (node.type === 'text') {
        if (node.value.trim() !== '') anchorBefore = around.section.id = undefined
        kept.push({ type: 'text', value: node.value })
      } else if (node.type === 'element' && !isUnseen(node, around)) {
        kept.push(...this.#element(node, around, anchorBefore))
        anchorBefore = emptyAnchor(node)
        // Tabs are labels side by side, which only a style sheet sets apart.
        const isApart = isLabel(node) && nodes.slice(index + 1, index + 3).some(isLabel)
        if (isApart || (around.inHeading && classMatches(node, heroName))) kept.push({ type: 'text', value: ' ' })
      }
    }
    return kept
  }

  #element(node: Element, around: Around, anchorBefore: string | undefined): ElementContent[] {
    if (/^h[1-6]$/.test(node.tagName)) return [this.#heading(node, around, anchorBefore)]
    if (node.tagName === 'pre') return [this.#code(node, around)]
    const code = codeTable(node)
    if (code) return [this.#code(code, around)]
    if (node.tagName === 'dl' && node.children.some(isDeclaration)) return this.#entries(node, around, isDeclaration)
    if (node.tagName === 'dl' && hasLongEntries(node)) return this.#entries(node, around, isTerm)
    const id = sectionId(node)
    return [
      {
        ...node,
        properties: withinBounds(node.properties),
        children: this.clean(node.children, {
          ...around,
          inBox: around.inBox || classMatches(node, boxClass),
          section: id === undefined ? around.section : { id },
          languages: [languageOf(node), ...around.languages].slice(0, 3),
        }),
      },
    ]
  }

  #heading(node: Element, around: Around, anchorBefore: string | undefined): Element {
    this.#depth = Number(node.tagName.charAt(1))
    const id = ownId(node) ?? permalink(node) ?? innerId(node) ?? around.section.id ?? anchorBefore
    around.section.id = undefined
    const within = { ...around, inHeading: true, section: { id: undefined } }
    const written = this.clean(node.children, within)
    const isEmpty = textIn(written).trim() === ''
    const children = withoutSelfLink(isEmpty ? this.clean(node.children, { ...within, isLinked: true }) : written)
    if (around.inBox) return element('p', {}, [element('strong', {}, children)])
    const [first] = children
    // One number alone may count the steps of a page.
    if (first?.type === 'text') first.value = first.value.replace(/^\s*(?:[A-Z]|\d+)(?:\.\d+)+\.\s+/, '')
    return { ...node, properties: id === undefined ? {} : { id }, children }
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
  #entries(list: Element, around: Around, isEntry: (node: ElementContent) => boolean): ElementContent[] {
    const kept: ElementContent[] = []
    const depth = this.#depth
    let isNamed = false
    for (const child of list.children) {
      if (child.type !== 'element') continue
      if (child.tagName === 'dt') {
        const isDeclared = isDeclaration(child)
        if (isEntry(child) && !isNamed)
          kept.push(...(isDeclared ? this.#declared(child, around) : [this.#term(child, around)]))
        else if (isEntry === isDeclaration) kept.push(signature(textIn(this.clean(child.children, around))))
        else kept.push(element('p', {}, this.clean(child.children, around)))
        isNamed ||= isEntry(child)
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
    return element(this.#entryTag(), { id: ownId(term) ?? '' }, children)
  }

  #entryTag(): string {
    return `h${Math.min(6, this.#depth + 1 + this.#nested)}`
  }

  #declared(term: Element, around: Around): ElementContent[] {
    const whole = oneLine(textIn(this.clean(term.children, around)))
    const name = declaredName(term) ?? whole
    const heading = element(this.#entryTag(), { id: ownId(term) ?? '' }, [
      element('code', {}, [{ type: 'text', value: name }]),
    ])
    return whole === name ? [heading] : [heading, signature(whole)]
  }
}

function isUnseen(node: Element, { inHeading, inCode, isLinked = false }: Around): boolean {
  const { tagName, properties } = node
  // The title of an article may stand in a header of its own.
  if (tagName === 'header') return !findElement(node, ({ tagName: name }) => name === 'h1')
  if (unseenTags.has(tagName) || unseenRoles.has(String(properties.role))) return true
  if (tagName === 'aside' && !isNote(node)) return true
  // Headings lead back to the table of contents in the same way.
  if (!inHeading && isFootnoteMark(node)) return true
  // Tabs that are not open are hidden, until they are.
  const isClosed = properties.role === 'tabpanel' || properties.hidden === 'until-found'
  if (properties.hidden !== undefined && properties.hidden !== false && !isClosed) return true
  if (tagName === 'div' && unseenId.test(ownId(node) ?? '') && !classMatches(node, /^sect/)) return true
  if (isLinked && tagName === 'a' && classMatches(node, permalinkClass)) return false
  if (classMatches(node, unseenClasses) || (inCode && classMatches(node, unseenInCode))) return true
  if (inCode && isCallout(node)) return true
  // Of TypeDoc: “Readonly”.
  if (inHeading && tagName === 'code' && classMatches(node, /^tsd-tag$/)) return true
  // The sign beside a heading that links to it.
  return inHeading && tagName === 'a' && String(properties.href).startsWith('#') && textIn(node).trim().length <= 1
}

const isNote = (node: Element): boolean =>
  !classMatches(node, menuClass) &&
  (classesOf(node).some((name) => name.split(/[-_]/).some((word) => noteWords.has(word))) ||
    noteRole.test(String(node.properties.role)) ||
    // A sidebar of docutils, which is a part of the text.
    findElement(node, (inner) => classMatches(inner, /^sidebar-title$/)) !== undefined)

/** The number of an explanation below the code, as Asciidoctor writes it. */
const isCallout = (node: Element): boolean =>
  classMatches(node, /^conum$/) || (node.tagName === 'b' && /^\(\d{1,2}\)$/.test(textIn(node)))

const isFootnoteMark = (node: Element): boolean =>
  /^doc-(?:noteref|backlink)$/.test(String(node.properties.role)) ||
  classMatches(node, footnoteMark) ||
  (node.tagName === 'sup' && classMatches(node, /^footnote$/)) ||
  node.properties.dataFootnoteRef !== undefined ||
  node.properties.dataFootnoteBackref !== undefined

const isLabel = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'label'

const ownId = ({ properties: { id } }: Element): string | undefined => (typeof id === 'string' && id ? id : undefined)

/** The section to which a link in its own heading leads. */
function permalink(heading: Element): string | undefined {
  const all = oneLine(textIn(heading))
  const link = findElement(heading, (node) => {
    if (node.tagName !== 'a' || !/^#./.test(String(node.properties.href))) return false
    const text = oneLine(textIn(node))
    return text.length <= 1 || text === all || classMatches(node, permalinkClass)
  })
  return link && decodeEscapes(String(link.properties.href).slice(1))
}

/** What a heading says that as a whole links to itself. */
function withoutSelfLink(children: ElementContent[]): ElementContent[] {
  const [only, ...others] = children.filter((child) => !isBlank(child))
  const isLink = only?.type === 'element' && only.tagName === 'a' && /^#/.test(String(only.properties.href))
  return isLink && others.length === 0 ? only.children : children
}

const innerId = (heading: Element): string | undefined => {
  const found = findElement(heading, (node) => anchorId(node) !== undefined)
  return found && anchorId(found)
}

/** The id of what stands around a section and its heading. */
function sectionId(node: Element): string | undefined {
  const id = ownId(node)
  if (id === undefined || layoutId.test(id)) return undefined
  return node.tagName === 'section' || node.tagName === 'article' || node.tagName === 'div' ? id : undefined
}

const anchorId = (node: Element): string | undefined => {
  const name = node.tagName === 'a' ? node.properties.name : undefined
  return ownId(node) ?? (typeof name === 'string' && name ? name : undefined)
}

/** The id of an element that holds nothing: the target of links, as in `<a id="old"></a>` or `<p><a name="old"></a></p>`. */
function emptyAnchor(node: Element): string | undefined {
  if (node.tagName === 'a' || node.tagName === 'span') return node.children.every(isBlank) ? anchorId(node) : undefined
  const [only, ...others] = node.children.filter((child) => !isBlank(child))
  return node.tagName === 'p' && only?.type === 'element' && others.length === 0 && only.tagName === 'a'
    ? emptyAnchor(only)
    : undefined
}

const isBlank = (node: ElementContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')

const isDeclaration = (node: ElementContent): node is Element =>
  node.type === 'element' &&
  node.tagName === 'dt' &&
  ownId(node) !== undefined &&
  findElement(node, isDeclaredName) !== undefined

const isTerm = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'dt' && ownId(node) !== undefined

/** Do the terms of a list have ids, and is so much said of each that it is a section rather than a line? */
function hasLongEntries({ properties, children }: Element): boolean {
  const elements = children.filter((child) => child.type === 'element')
  const terms = elements.filter(({ tagName }) => tagName === 'dt')
  const described = elements.filter(({ tagName }) => tagName === 'dd')
  if (terms.length === 0 || !terms.every(isTerm) || described.length === 0) return false
  if (String(properties.className).match(/footnote|citation/)) return false
  return textIn(described).length >= longEntry * described.length
}

const isDeclaredName = (node: Element): boolean => classMatches(node, /^descname$/)

/** `os.path.join` of its whole signature; undefined when it declares several names. */
function declaredName(term: Element): string | undefined {
  const names: string[] = []
  let prefix = ''
  const visit = (node: Nodes): void => {
    if (node.type !== 'element') return
    if (isDeclaredName(node)) names.push(textIn(node))
    else if (classMatches(node, /^descclassname$/)) prefix = names.length > 0 ? prefix : textIn(node)
    else for (const child of node.children) visit(child)
  }
  visit(term)
  return names.length === 1 ? oneLine(prefix + names[0]) || undefined : undefined
}

const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

const signature = (text: string): Element =>
  element('p', {}, [element('code', {}, [{ type: 'text', value: oneLine(text) }])])

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
