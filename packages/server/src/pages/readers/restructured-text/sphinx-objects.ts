import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'

/** What a directive of Sphinx declares, such as a function or an option of a program. */
export interface SphinxObject {
  readonly name: string
  /** As Sphinx makes it. */
  readonly id: string
  /** What references may call it beside its name. */
  readonly others: readonly string[]
}

const pythonKinds = wordSet(
  'function class exception data attribute method classmethod staticmethod abstractmethod coroutinemethod coroutinefunction awaitablefunction awaitablemethod decorator decoratormethod property',
)
const kindsOfC = wordSet('c:function c:type c:macro c:var c:member c:struct c:union c:enum c:enumerator')
/** Whose ids are their kinds and names. */
const simpleKinds = wordSet('envvar confval opcode')
const optionKinds = wordSet('option cmdoption')
/** What may stand before a name of Python. */
const modifiers = wordSet('class async abstract static')

/** `function` of `py:function` and `autofunction`. */
const withoutPrefix = (kind: string, prefixes: readonly string[]): string => {
  const prefix = prefixes.find((each) => kind.startsWith(each)) ?? ''
  return kind.slice(prefix.length)
}

/** Whether what a directive declares belongs to Python, where names stand within modules and classes. */
export const declaresPython = (kind: string): boolean => pythonKinds.has(withoutPrefix(kind, ['py:', 'auto']))

/** The name in a signature of Python. */
export function pythonName(signature: string): string | undefined {
  const [first = '', ...rest] = signature.split(/\s+/)
  const named = modifiers.has(first) && rest.length > 0 ? rest.join(' ') : signature
  return /^[\w.]+/.exec(named)?.[0]
}

/** What other directives declare; undefined for those that give no id. `program` is that whose options are described. */
export function declaredObject(kind: string, argument: string, program: string): SphinxObject | undefined {
  const [signature = ''] = argument.split('\n', 1)
  const type = withoutPrefix(kind, ['std:'])
  if (simpleKinds.has(type) && signature !== '')
    return { name: signature, id: sphinxId(`${type}-${signature}`), others: [] }
  if (kindsOfC.has(kind)) {
    const name = signature
      .split(/[([=]/, 1)[0]
      ?.split(/\W+/)
      .findLast((word) => word !== '')
    return name === undefined ? undefined : { name, id: `c.${name}`, others: [] }
  }
  if (!optionKinds.has(type)) return undefined
  const names = signature.split(', ').flatMap((each) => /^[^\s=[]+/.exec(each.trim())?.[0] ?? [])
  const [first] = names
  if (first === undefined) return undefined
  const prefix = ['cmdoption', program, first.startsWith('-') || first.startsWith('/') ? '' : 'arg']
    .filter(Boolean)
    .join('-')
  const others = program === '' ? names.slice(1) : [...names.slice(1), ...names.map((name) => `${program} ${name}`)]
  return { name: first, id: sphinxId(`${prefix}-${first}`), others }
}

/** `_make_id` of Sphinx, which keeps capitals, dots and underscores. */
const sphinxId = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^[-0-9._]+|-$/g, '')

/** All that a page declares, by the names that references use. */
export function findDeclared(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  let module = ''
  let program = ''
  let around: { indent: number; name: string }[] = []
  for (const line of lines) {
    const [, indent = '', kind = '', argument = ''] = /^(\s*)\.\. ([\w:]+)::\s*(\S.*)?$/s.exec(line) ?? []
    if (kind === '') continue
    if (isModule(kind)) module = argument === 'None' ? '' : argument.trim()
    if (kind === 'program') program = programOf(argument)
    if (!declaresPython(kind)) {
      const object = declaredObject(kind, argument, program)
      for (const name of object ? [object.name, ...object.others] : []) found.set(name, object?.id ?? '')
      continue
    }
    const name = pythonName(argument)
    if (name === undefined) continue
    around = around.filter((outer) => outer.indent < indent.length)
    const scope = around.at(-1)?.name ?? module
    const full = scope === '' || name.startsWith(`${scope}.`) ? name : `${scope}.${name}`
    found.set(full, full)
    around.push({ indent: indent.length, name: full })
  }
  return found
}

const moduleKinds = wordSet('module py:module currentmodule py:currentmodule automodule')

/** Whether a directive names the module whose declarations follow. */
export const isModule = (kind: string): boolean => moduleKinds.has(kind)

/** What `.. program:: git add` names. */
export const programOf = (argument: string): string => (argument === 'None' ? '' : oneLine(argument))
