import { type ParserOptions, parse } from '@babel/parser'
import type { Node } from '@babel/types'
import { Lexer } from 'yaml'
import { eachList } from '../../generators/navigation-lists.ts'
import { checkNesting } from '../../generators/script-bounds.ts'
import type { Site } from '../../generators/site.ts'
import { listAt, type SourceFile, type SourceList, type SourceNode, type Span } from '../../generators/source-tree.ts'

/** A navigation file before and after a change, each as part of the site that it makes; undefined if it's no part of it. */
export interface NavigationFileChange {
  readonly path: string
  readonly before: Site | undefined
  readonly after: Site | undefined
}

/**
 * Says why a change of a file that configures the site is more than one of its navigation; undefined when it isn't. A
 * configuration decides what a build runs, and what all pages load.
 */
export function findForeignChange({ path, before, after }: NavigationFileChange): string | undefined {
  const [old, now] = [partsOf(before, path), partsOf(after, path)]
  if (!old) return `the site’s navigation is not written in it, and the agent changes nothing else in a configuration.`
  if (!now) return `it would no longer hold the site’s navigation.`
  if (old.rest !== now.rest)
    return 'the agent changes only the navigation in a configuration, and this change goes beyond it.'
  const known = new Set(old.code)
  const code = now.code.find((text) => !known.has(text))
  if (code === undefined) return undefined
  return `the agent writes only data into the navigation, and “${code.slice(0, 80)}” is more.`
}

interface FileParts {
  /** The text without its navigation. */
  readonly rest: string
  /** What is computed in the navigation. */
  readonly code: readonly string[]
}

function partsOf(site: Site | undefined, path: string): FileParts | undefined {
  const file = site?.navigationFiles.find((one) => one.path === path)
  if (!site || !file) return undefined
  const lists = navigationLists(site, file)
  const spans = outermost(lists)
  if (spans.length === 0) return undefined
  const { text, syntax } = file
  let rest = ''
  let at = 0
  for (const { start, end } of spans) {
    rest += `${text.slice(at, start).trimEnd()}\0`
    at = end + (text.slice(end).length - text.slice(end).trimStart().length)
  }
  const navigation = spans.map(({ start, end }) => text.slice(start, end))
  const code = syntax === 'script' ? navigation.flatMap((list) => scriptCode(path, list)) : yamlCode(file)
  return { rest: rest + text.slice(at), code: [...code, ...lists.flatMap(stringsIn).filter(isMarkup)] }
}

/** The lists of the navigation and, where it's data, of the addresses that pages have had. */
function navigationLists(site: Site, file: SourceFile): SourceList[] {
  const lists = [...eachList(site.lists(file))].filter((list) => list.file.path === file.path).map(({ node }) => node)
  const redirects = file.syntax === 'json' ? listAt(file.root, 'redirects') : undefined
  return redirects ? [...lists, redirects] : lists
}

const stringsIn = (node: SourceNode): string[] => {
  if (node.kind === 'string') return [node.value]
  if (node.kind === 'list') return node.items.flatMap(stringsIn)
  return node.kind === 'record' ? node.entries.flatMap(({ value }) => stringsIn(value)) : []
}

/** Generators show labels as HTML, and links lead where they say. */
const isMarkup = (text: string): boolean =>
  /<[a-z/!]/i.test(text) || /^(?:javascript|vbscript|data):/i.test(text.replace(/[\s\p{Cc}]/gu, ''))

const outermost = (spans: readonly Span[]): Span[] => {
  const kept: Span[] = []
  const sorted = [...spans].sort((one, other) => one.start - other.start || other.end - one.end)
  for (const span of sorted) if ((kept.at(-1)?.end ?? -1) < span.end) kept.push(span)
  return kept
}

/** Nodes of a script that are written out. */
const dataNodes: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'NullLiteral',
])

/** The texts of what a list in a script computes. */
function scriptCode(path: string, list: string): string[] {
  const text = `(${list})`
  checkNesting(text)
  const plugins: ParserOptions['plugins'] = /\.[mc]?ts$/.test(path) ? ['typescript'] : ['jsx']
  const { program } = parse(text, { sourceType: 'module', plugins, attachComment: false })
  const [statement] = program.body
  if (statement?.type !== 'ExpressionStatement' || program.body.length > 1) return [list]
  const code: string[] = []
  const left: Node[] = [statement.expression]
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === 'ArrayExpression') left.push(...node.elements.filter((element) => element !== null))
    else if (node.type === 'ObjectExpression') left.push(...node.properties)
    else if (node.type === 'ObjectProperty' && !node.computed && !node.shorthand) left.push(node.value)
    else if (node.type === 'TemplateLiteral' && node.expressions.length === 0) continue
    else if (!dataNodes.has(node.type)) code.push(text.slice(node.start ?? 0, node.end ?? text.length))
  }
  return code
}

/** Tags of YAML may build any object, and aliases take values from elsewhere. */
const yamlCode = ({ syntax, text }: SourceFile): string[] =>
  syntax === 'yaml' ? [...new Lexer().lex(text)].filter((token) => /^[!&*]/.test(token)) : []
