import type { Element, Nodes } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import { classesOf, findElement, findElements, hasClass, isHeading, ownId, textIn } from './elements.ts'

const unseenTags = wordSet(
  'script style template noscript nav footer form button select textarea input iframe svg object dialog head wbr clipboard-copy',
)
const unseenRoles = wordSet('navigation search banner contentinfo complementary dialog')
/** What stands beside the text and belongs to the page around it. */
const unseenClasses = wordSet(
  'headerlink header-anchor secno hash-link anchor-link viewcode-link sr-only visually-hidden line-numbers-wrapper linenos linenodiv lineno lang breadcrumb breadcrumbs pagination pagination-nav table-of-contents toc edit-this-page prev-next toctree-wrapper md-source-file katex-html navheader navfooter navbar dropdown-menu related sphinxsidebar genindextable modindextable indexdiv copy-button copy-btn copybtn btn-copy copy-code copy-code-button code-copy clipboard-button',
)
const sectionNumber = /^section-?\d?-?number$/
/** What else stands beside declarations of code: permalinks, links to the source, buttons, the source itself. */
const besideCode = wordSet(
  'copiable-anchor copiable-link selflink srclink src-link link-seesrc viewsource view-source source_code method-source-code method-click-advice hideme hide-when-js-enabled toplink top-link out-of-band rightside notable-traits notable-traits-tooltip test-arrow mlabels',
)
/** Indexes of words: of Texinfo, and what the search of Doxygen shows. */
const indexClass = /^(?:index-\w\w|\w\w-(?:entries|letters-header|letters-footer)-printindex|SRPage)$/
/** The numbers of footnotes, and the signs that lead back from them. */
const footnoteMarks = wordSet(
  'footnote-ref footnote-reference footnote-backref footnote-anchor reversefootnote fn-bracket fn-backref',
)
/** Asides that belong to the text: what is to be noted, and notes at its foot. Others hold menus. */
const noteWords = wordSet(
  'admonition callout alert note tip hint warning caution danger important info topic footnote footnotes',
)
const noteRoles = wordSet('note doc-footnote doc-endnotes doc-tip doc-notice doc-pullquote doc-example')
const menuClasses = wordSet('toc contents menu')
/** Beside lines of code, where these short names mean their numbers. */
const unseenInCode = wordSet(
  'ln lnt lnlinks line-number line-numbers source-line-no gutter hljs-ln-numbers react-syntax-highlighter-line-number',
)
/** What stands beside the text of a page that has no better names for its parts. */
const unseenIds = wordSet('sidebar side-bar footer toc nav navbar nav-bar navigation searchbox search-box')
const besideText = wordSet('footer sidebar side-bar sidenav side-nav')
const permalinkClass = /(?:^|-)(?:header-?link|heading-?link|self-?link|perma-?link|hash-?link|anchor(?:-?link)?)$/i

/** Whether a link is called one to the heading that it stands in. */
export const isPermalink = (node: Element): boolean => classesOf(node).some((name) => permalinkClass.test(name))

/** What a link beside a name says that leads to its source. */
const toSource = new Set(['src', 'source', 'view source', 'edit', 'permalink'])

/** What a link says that closes the section below a heading, or opens it. */
const switchNames = wordSet('collapse expand show hide toggle - + −')

/** Blocks that may be menus, or hold the links to the pages before and after. */
const menuTags = wordSet('div p ul table td center')
const menuNames = wordSet('nav menu mainmenu main-menu submenu sub-menu navigate navigation navigator pager')
/** In characters. */
const longestMenu = 1_000
const steps = wordSet('prev previous next')
/** What links to the pages around one are called; pictures have no name. */
const places = new Set([...steps, ...'up top home contents index'.split(' '), ''])
const placesInWords = ['table of contents', 'back to top', 'return to top']

/** What is known of the elements around one. */
export interface Surroundings {
  inHeading: boolean
  inCode: boolean
  /** Whether the text of the heading stands in the link to it. */
  isLinked?: boolean
}

/** Of what stands beside the text, beside declarations of code, and of indexes. */
const isUnseenClass = (name: string): boolean =>
  unseenClasses.has(name) ||
  besideCode.has(name) ||
  name.endsWith('-toc') ||
  name.startsWith('prev-next-') ||
  sectionNumber.test(name) ||
  indexClass.test(name)

const isBesideText = (name: string): boolean =>
  besideText.has(name) || name.endsWith('-sidebar') || name.endsWith('-side-bar')

const isMenuClass = (name: string): boolean =>
  menuClasses.has(name) || name.startsWith('nav') || name.startsWith('sidebar-')

const withoutBrackets = (text: string): string =>
  text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text

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
  if (isLinked && tagName === 'a' && isPermalink(node)) return false
  if (classesOf(node).some(isUnseenClass) || (inCode && hasClass(node, unseenInCode))) return true
  if (!inCode && !inHeading && menuTags.has(tagName) && (isBeside(node) || isMenu(node))) return true
  // Of TypeDoc: “Readonly”.
  if (inHeading && tagName === 'code' && hasClass(node, 'tsd-tag')) return true
  // The sign beside a heading that links to it, what closes it, and the link to the source of what it names.
  if (!inHeading || tagName !== 'a') return false
  const text = oneLine(textIn(node))
  const href = String(properties.href)
  const name = withoutBrackets(text.toLowerCase())
  const isSwitch = href === '#' || href.toLowerCase().startsWith('javascript:')
  if (isSwitch && switchNames.has(name)) return true
  return (href.startsWith('#') && /^[^\p{L}\p{N}]?$/u.test(text)) || toSource.has(name)
}

const switchedTags = wordSet('article dd details div dl li ol p pre section table tbody td tr ul')

/** What a style hides, but for blocks, which tabs and other switches show later. */
const isHiddenLine = ({ tagName, properties }: Element): boolean =>
  !switchedTags.has(tagName) && /(?:^|;)\s*display:\s*none\b/i.test(String(properties.style))

/** Whether a header has the title of an article or of a section; that of a website has menus, too. */
const isTitled = (header: Element): boolean =>
  findElement(header, ({ tagName }) => tagName === 'h1') !== undefined ||
  (findElement(header, isHeading) !== undefined && findElement(header, isForReaders) === undefined)

const readerTags = wordSet('nav form button input')

/** What leads around, or asks for something. */
const isForReaders = ({ tagName, properties }: Element): boolean =>
  readerTags.has(tagName) || properties.role === 'banner'

function isBeside(node: Element): boolean {
  if (node.tagName !== 'div') return false
  const classes = classesOf(node)
  const isSection = classes.some((name) => name.startsWith('sect'))
  if (unseenIds.has((ownId(node) ?? '').toLowerCase()) && !isSection) return true
  return classes.some(isBesideText) && !hasSidebarTitle(node)
}

/** Does a block only lead around, as menus do, and “Previous”, “Up” and “Next” above and below a page? */
function isMenu(node: Element): boolean {
  const isLong = shortText(node, longestMenu) === undefined
  const links = isLong ? [] : findElements(node, isLink)
  if (links.length === 0 || findElement(node, isText)) return false
  const others = oneLine(textIn(withoutLinks(node)))
  const length = links.reduce((sum, link) => sum + oneLine(textIn(link)).length, others.length)
  if (hasClass(node, menuNames)) return others.length * 2 <= length
  if (links.some(leadsOn)) return others.length <= Math.max(60, length / 2)
  if (/\p{L}/u.test(others)) return false
  const names = links.map(nameOf)
  const isPlace = (name: string) => places.has(name) || placesInWords.includes(name)
  return names.every(isPlace) || (links.length > 1 && names.some((name) => steps.has(name)))
}

const isLink = ({ tagName, properties }: Element): boolean => tagName === 'a' && properties.href !== undefined

const nextRelations = wordSet('prev next up')
const nextKeys = wordSet('p n u')

/** Whether a link says that it leads to the next page, one like it, or this page in another language. */
const leadsOn = ({ properties: { rel, hrefLang, accessKey } }: Element): boolean =>
  [rel].flat().some((relation) => nextRelations.has(String(relation))) ||
  (hrefLang !== undefined && [rel].flat().includes('alternate')) ||
  [accessKey].flat().some((key) => nextKeys.has(String(key)))

/** Headings and code are no menu, whatever they link to. */
const isText = (node: Element): boolean => isHeading(node) || node.tagName === 'pre'

/** What a link says without arrows, or what its picture says, in lower case. */
function nameOf(link: Element): string {
  const picture = findElement(link, ({ tagName }) => tagName === 'img')
  const text = oneLine(textIn(link)) || String(picture?.properties.alt ?? '')
  return text
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
    .toLowerCase()
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
  !classesOf(node).some(isMenuClass) &&
  (classesOf(node).some((name) => name.split(/[-_]/).some((word) => noteWords.has(word))) ||
    noteRoles.has(String(node.properties.role)) ||
    hasSidebarTitle(node))

/** A sidebar of docutils is a part of the text. */
const hasSidebarTitle = (node: Element): boolean =>
  findElement(node, (inner) => hasClass(inner, 'sidebar-title')) !== undefined

/** The number of an explanation below the code, as Asciidoctor writes it. */
export const isCallout = (node: Element): boolean =>
  hasClass(node, 'conum') || (node.tagName === 'b' && /^\(\d{1,2}\)$/.test(textIn(node)))

const footnoteRoles = wordSet('doc-noteref doc-backlink')

/** Whether an element is the number of a footnote, or the sign that leads back from one. */
export const isFootnoteMark = (node: Element): boolean =>
  footnoteRoles.has(String(node.properties.role)) ||
  hasClass(node, footnoteMarks) ||
  (node.tagName === 'sup' && hasClass(node, 'footnote')) ||
  node.properties.dataFootnoteRef !== undefined ||
  node.properties.dataFootnoteBackref !== undefined
