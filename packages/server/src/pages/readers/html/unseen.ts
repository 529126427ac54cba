import type { Element, Nodes } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { classesOf, classMatches, findElement, findElements, isHeading, ownId, textIn } from './elements.ts'

const unseenTags = new Set(
  'script style template noscript nav footer form button select textarea input iframe svg object dialog head wbr'.split(
    ' ',
  ),
)
const unseenRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary', 'dialog'])
const unseenClasses =
  /^(?:headerlink|header-anchor|section-?\d?-?number|secno|hash-link|anchor-link|viewcode-link|sr-only|visually-hidden|line-numbers-wrapper|linenos|linenodiv|lineno|lang|breadcrumbs?|pagination(?:-nav)?|table-of-contents|(?:[a-z]+-)?toc|edit-this-page|prev-next(?:-\w+)*|toctree-wrapper|md-source-file|katex-html|nav(?:header|footer|bar)|dropdown-menu|related|sphinxsidebar|genindextable|modindextable|indexdiv)$/
/** What else stands beside declarations of code: permalinks, links to the source, buttons, the source itself. */
const besideCode =
  /^(?:copiable-(?:anchor|link)|selflink|src-?link|link-seesrc|view-?source|source_code|method-source-code|method-click-advice|hideme|hide-when-js-enabled|top-?link|out-of-band|rightside|notable-traits(?:-tooltip)?|test-arrow|mlabels)$/
/** Indexes of words: of Texinfo, and what the search of Doxygen shows. */
const indexClass = /^(?:index-\w\w|\w\w-(?:entries|letters-header|letters-footer)-printindex|SRPage)$/
/** The numbers of footnotes, and the signs that lead back from them. */
const footnoteMark = /^(?:footnote-(?:ref|reference|backref|anchor)|reversefootnote|fn-bracket|fn-backref)$/
/** Asides that belong to the text: what is to be noted, and notes at its foot. Others hold menus. */
const noteWords = new Set(
  'admonition callout alert note tip hint warning caution danger important info topic footnote footnotes'.split(' '),
)
const noteRole = /^(?:note|doc-(?:footnote|endnotes|tip|notice|pullquote|example))$/
const menuClass = /^(?:toc|contents|menu|nav[\w-]*|sidebar-[\w-]*)$/
/** Beside lines of code, where these short names mean their numbers. */
const unseenInCode =
  /^(?:ln|lnt|lnlinks|line-numbers?|source-line-no|gutter|hljs-ln-numbers|react-syntax-highlighter-line-number)$/
/** What stands beside the text of a page that has no better names for its parts. */
const unseenId = /^(?:side-?bar|footer|toc|nav|nav-?bar|navigation|search-?box)$/i
const besideText = /^(?:footer|side-?(?:bar|nav)|[a-z]+-side-?bar)$/
export const permalinkClass =
  /(?:^|-)(?:header-?link|heading-?link|self-?link|perma-?link|hash-?link|anchor(?:-?link)?)$/i
/** What a link beside a name says that leads to its source. */
const toSource = /^\[?(?:src|source|view source|edit|permalink)\]?$/i

/** What a link says that closes the section below a heading, or opens it. */
const switchName = /^\[?(?:collapse|expand|show|hide|toggle|[-+−])\]?$/i

/** Blocks that may be menus, or hold the links to the pages before and after. */
const menuTags = new Set(['div', 'p', 'ul', 'table', 'td', 'center'])
const menuName = /^(?:nav|menu|main-?menu|sub-?menu|navigat(?:e|ion|or)|pager)$/
/** In characters. */
const longestMenu = 1_000
const step = /^(?:prev(?:ious)?|next)$/i
const around = /^(?:prev(?:ious)?|next|up|top|home|contents|index|table of contents|back to top|return to top)?$/i

/** What is known of the elements around one. */
export interface Surroundings {
  inHeading: boolean
  inCode: boolean
  /** Whether the text of the heading stands in the link to it. */
  isLinked?: boolean
}

/** Whether an element is none of the text of a page. */
export function isUnseen(node: Element, { inHeading, inCode, isLinked = false }: Surroundings): boolean {
  const { tagName, properties } = node
  if (tagName === 'header') return !isTitled(node)
  if (unseenTags.has(tagName) || unseenRoles.has(String(properties.role))) return true
  if (tagName === 'aside' && !isNote(node)) return true
  if (tagName === 'img' && !properties.alt) return true
  // Headings lead back to the table of contents in the same way.
  if (!inHeading && isFootnoteMark(node)) return true
  if (isHiddenLine(node)) return true
  // Tabs that are not open are hidden, until they are.
  const isClosed = properties.role === 'tabpanel' || properties.hidden === 'until-found'
  if (properties.hidden !== undefined && properties.hidden !== false && !isClosed) return true
  if (isLinked && tagName === 'a' && classMatches(node, permalinkClass)) return false
  if (classMatches(node, unseenClasses) || (inCode && classMatches(node, unseenInCode))) return true
  if (classMatches(node, besideCode) || classMatches(node, indexClass)) return true
  if (!inCode && !inHeading && menuTags.has(tagName) && (isBeside(node) || isMenu(node))) return true
  // Of TypeDoc: “Readonly”.
  if (inHeading && tagName === 'code' && classMatches(node, /^tsd-tag$/)) return true
  // The sign beside a heading that links to it, what closes it, and the link to the source of what it names.
  if (!inHeading || tagName !== 'a') return false
  const text = oneLine(textIn(node))
  const href = String(properties.href)
  if (/^(?:#$|javascript:)/i.test(href) && switchName.test(text)) return true
  return (href.startsWith('#') && /^[^\p{L}\p{N}]?$/u.test(text)) || toSource.test(text)
}

/** What a style hides, but for blocks, which tabs and other switches show later. */
const isHiddenLine = ({ tagName, properties }: Element): boolean =>
  !/^(?:article|dd|details|div|dl|li|ol|p|pre|section|t(?:able|body|d|r)|ul)$/.test(tagName) &&
  /(?:^|;)\s*display:\s*none\b/i.test(String(properties.style))

/** Whether a header has the title of an article or of a section; that of a website has menus, too. */
const isTitled = (header: Element): boolean =>
  findElement(header, ({ tagName }) => tagName === 'h1') !== undefined ||
  (findElement(header, isHeading) !== undefined && findElement(header, isForReaders) === undefined)

/** What leads around, or asks for something. */
const isForReaders = ({ tagName, properties }: Element): boolean =>
  /^(?:nav|form|button|input)$/.test(tagName) || properties.role === 'banner'

function isBeside(node: Element): boolean {
  if (node.tagName === 'div' && unseenId.test(ownId(node) ?? '') && !classMatches(node, /^sect/)) return true
  return node.tagName === 'div' && classMatches(node, besideText) && !hasSidebarTitle(node)
}

/** Does a block only lead around, as menus do, and “Previous”, “Up” and “Next” above and below a page? */
function isMenu(node: Element): boolean {
  const isLong = shortText(node, longestMenu) === undefined
  const links = isLong ? [] : findElements(node, isLink)
  if (links.length === 0 || findElement(node, isText)) return false
  const others = oneLine(textIn(withoutLinks(node)))
  const length = links.reduce((sum, link) => sum + oneLine(textIn(link)).length, others.length)
  if (classMatches(node, menuName)) return others.length * 2 <= length
  if (links.some(leadsOn)) return others.length <= Math.max(60, length / 2)
  if (/\p{L}/u.test(others)) return false
  const names = links.map(nameOf)
  return names.every((name) => around.test(name)) || (links.length > 1 && names.some((name) => step.test(name)))
}

const isLink = ({ tagName, properties }: Element): boolean => tagName === 'a' && properties.href !== undefined

/** Whether a link says that it leads to the next page, one like it, or this page in another language. */
const leadsOn = ({ properties: { rel, hrefLang, accessKey } }: Element): boolean =>
  [rel].flat().some((relation) => /^(?:prev|next|up)$/.test(String(relation))) ||
  (hrefLang !== undefined && [rel].flat().includes('alternate')) ||
  [accessKey].flat().some((key) => /^[pnu]$/.test(String(key)))

/** Headings and code are no menu, whatever they link to. */
const isText = (node: Element): boolean => isHeading(node) || node.tagName === 'pre'

/** What a link says without arrows, or what its picture says. */
function nameOf(link: Element): string {
  const picture = findElement(link, ({ tagName }) => tagName === 'img')
  const text = oneLine(textIn(link)) || String(picture?.properties.alt ?? '')
  return text.replace(/[^\p{L}\p{N} ]/gu, '').trim()
}

function withoutLinks(node: Element): Element {
  const children = node.children
    .filter((child) => child.type !== 'element' || child.tagName !== 'a')
    .map((child) => (child.type === 'element' ? withoutLinks(child) : child))
  return { ...node, children }
}

/** The text of an element unless it is longer than that. */
function shortText(node: Element, longest: number): string | undefined {
  let text = ''
  const visit = (inner: Nodes): boolean => {
    if (inner.type === 'text') text += inner.value
    return text.length <= longest && (!('children' in inner) || inner.children.every(visit))
  }
  return visit(node) ? text : undefined
}

const isNote = (node: Element): boolean =>
  !classMatches(node, menuClass) &&
  (classesOf(node).some((name) => name.split(/[-_]/).some((word) => noteWords.has(word))) ||
    noteRole.test(String(node.properties.role)) ||
    hasSidebarTitle(node))

/** A sidebar of docutils is a part of the text. */
const hasSidebarTitle = (node: Element): boolean =>
  findElement(node, (inner) => classMatches(inner, /^sidebar-title$/)) !== undefined

/** The number of an explanation below the code, as Asciidoctor writes it. */
export const isCallout = (node: Element): boolean =>
  classMatches(node, /^conum$/) || (node.tagName === 'b' && /^\(\d{1,2}\)$/.test(textIn(node)))

const isFootnoteMark = (node: Element): boolean =>
  /^doc-(?:noteref|backlink)$/.test(String(node.properties.role)) ||
  classMatches(node, footnoteMark) ||
  (node.tagName === 'sup' && classMatches(node, /^footnote$/)) ||
  node.properties.dataFootnoteRef !== undefined ||
  node.properties.dataFootnoteBackref !== undefined
