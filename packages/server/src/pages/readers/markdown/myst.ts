import { shiftedText, shiftOfRole } from '../raised.ts'
import { titleOfAdmonition, wordsOfVersion } from '../restructured-text/sphinx-directives.ts'
import {
  kindOfRole,
  referenceKey,
  type SphinxReferences,
  titleAndTarget,
} from '../restructured-text/sphinx-references.ts'
import { wordSet } from '../word-set.ts'
import { maskFormula } from './formulas.ts'
import { endOfCode } from './mdx-remains.ts'

/** How the body of a directive is read: as Markdown, as code, or not at all. */
export type MystBody = 'text' | 'code' | 'silent'

/** The first line of a directive of MyST, as ` ```{note} Title ` or `:::{tip}`. */
export interface MystDirective {
  /** Whether it begins with colons, of which containers of other generators are made, too. */
  hasColons: boolean
  /** The sign that it is fenced with, and how many of them. */
  mark: string
  length: number
  body: MystBody
  /** What readers see of it: its title, or a fence with the language of its code. */
  line: string
}

const opening = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([A-Za-z][\w:+.-]{0,60})\}[ \t]*(.*)$/
const silentDirectives = wordSet(
  'toctree tableofcontents contents eval-rst raw index meta include literalinclude autosummary bibliography iframe video mermaid graphviz plot currentmodule module py:module py:currentmodule myst-admonitions embed',
)
const codeDirectives = wordSet(
  'code code-block code-cell sourcecode parsed-literal math doctest testcode testoutput prompt productionlist',
)
/** Whose body is text as well. */
const textDirectives = wordSet(
  'admonition dropdown details topic rubric sidebar margin epigraph aside image figure container div only glossary hlist grid grid-item grid-item-card card tab-set tab-item table list-table csv-table myst-example example',
)
/** Whose argument is an address, or how they look. */
const untitledDirectives = wordSet(
  'image figure container div only grid grid-item hlist glossary tab-set card-carousel',
)

/** ` ```admonish warning "Title" ` of mdBook. */
const admonish =
  /^([ \t]*)(`{3,}|~{3,})[ \t]*admonish(?:[ \t]+([A-Za-z]+))?(?:[ \t]+(?:title=)?(?:"([^"]*)"|'([^']*)'))?[^"']*$/

function readAdmonish(written: string): MystDirective | undefined {
  const [, indent = '', fence = '', kind = 'note', double, single] = admonish.exec(written) ?? []
  if (fence === '') return undefined
  const title = double ?? single ?? titleOfAdmonition(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1)
  const line = title === '' ? '' : `${indent}**${title}**`
  return { hasColons: false, mark: fence.charAt(0), length: fence.length, body: 'text', line }
}

/** Reads a line as the beginning of a directive of MyST, or of what mdBook has in its place. */
export function readMystDirective(written: string): MystDirective | undefined {
  if (written.includes('admonish')) return readAdmonish(written)
  const [, indent = '', fence = '', name = '', argument = ''] = opening.exec(written) ?? []
  if (name === '') return undefined
  const hasColons = fence.startsWith(':')
  const place = { hasColons, mark: fence.charAt(0), length: fence.length }
  if (silentDirectives.has(name) || /^auto\w+$/.test(name)) return { ...place, body: 'silent', line: '' }
  if (codeDirectives.has(name)) {
    const language = name === 'math' ? 'math' : (/^[\w+#.-]+/.exec(argument)?.[0] ?? '')
    return { ...place, body: 'code', line: `${indent}${hasColons ? '```' : fence}${language}` }
  }
  // Between other fences a name may be that of a language, as ` ```{python} ` of a notebook.
  const isOurs = textDirectives.has(name) || (titleOfAdmonition(name) ?? wordsOfVersion(name)) !== undefined
  if (!hasColons && !isOurs) return undefined
  const title = titleOf(name, argument.trim())
  return { ...place, body: 'text', line: title ? `${indent}**${title}**` : '' }
}

function titleOf(name: string, argument: string): string {
  const version = wordsOfVersion(name)
  if (version) return `${version} ${argument}`
  if (untitledDirectives.has(name) || name.startsWith('myst-')) return ''
  return argument || (titleOfAdmonition(name) ?? '')
}

/** `(label)=` above a heading. */
export const mystLabel = /^\(([^()\n]{1,300})\)=[ \t]*$/

/** A line of a directive’s options, below its first line. */
export const isMystOption = (line: string): boolean => /^[ \t]*:[\w-]{1,60}:(?:[ \t]|$)/.test(line)

const roleName = /\{(?:[\w+-]{1,40}:){0,2}([\w+-]{1,40})\}$/
const plainRoles = wordSet(
  'ref doc term any numref download guilabel menuselection abbr sub sup dfn index eq cite octicon fab fas bdg title-reference',
)
const isPlainRole = (role: string): boolean =>
  plainRoles.has(role) || role.startsWith('bdg-') || role.startsWith('button-')

/** A line whose roles, as `` {ref}`label` ``, have become what readers see of them. */
export function withoutRoles(line: string, references: SphinxReferences): string {
  if (!line.includes('}`')) return line
  let written = ''
  for (let at = 0; at < line.length; ) {
    const start = line.indexOf('`', at)
    if (start < 0) return written + line.slice(at)
    const end = endOfCode(line, start)
    const before = line.slice(at, start)
    const role = roleName.exec(before)
    const inner = line.slice(start, end).replace(/^`+|`+$/g, '')
    written +=
      role && inner !== '' && end > start + 1
        ? before.slice(0, role.index) +
          shown(role[1] ?? '', inner, {
            references,
            before: before.slice(0, role.index),
            after: line.slice(end),
          })
        : before + line.slice(start, end)
    at = end
  }
  return written
}

interface RolePlace {
  readonly references: SphinxReferences
  readonly before: string
  readonly after: string
}

function shown(role: string, inner: string, { references, before, after }: RolePlace): string {
  const shift = shiftOfRole(role)
  if (shift) return shiftedText(inner, shift, { before, after })
  const { title, target } = titleAndTarget(inner)
  const kind = kindOfRole(role)
  const place = kind && !target.startsWith('!') ? references.get(referenceKey(kind, target)) : undefined
  const short = target.startsWith('~') ? (target.split('.').at(-1) ?? '') : target.replace(/^!/, '')
  if (kind === 'object') {
    const words = title ?? `\`${short}\``
    return place ? `[${words}](${place.address})` : words
  }
  const words = title ?? place?.title ?? short
  if (place) return `[${words.replace(/[[\]]/g, '\\$&')}](${place.address})`
  if (role === 'math') return maskFormula(inner)
  return isPlainRole(role) || title !== undefined ? words : `\`${short}\``
}

/** A line whose links to labels of other pages lead there. */
export const withSphinxLinks = (line: string, references: SphinxReferences): string =>
  references.size === 0 || !line.includes('](#')
    ? line
    : line.replace(/\[([^[\]]*)\]\(#([^()\s]{1,300})\)/g, (whole, text: string, label: string) => {
        const place = references.get(referenceKey('ref', label))
        return place ? `[${text || (place.title ?? label)}](${place.address})` : whole
      })
