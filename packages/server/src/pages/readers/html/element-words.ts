import type { BlockContent, PhrasingContent } from 'mdast'
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx'
import { signOfIcon } from '../icons.ts'
import { expressionText, expressionWords } from '../markdown/expression-text.ts'

export type Element = MdxJsxFlowElement | MdxJsxTextElement

const wordProperties = new Set(
  'title label description alt summary header heading caption question name text path query body type value'.split(' '),
)
/** Properties that hold words only beside a name, as in `<ParamField path="id" type="string">`. */
const weakProperties = new Set(['path', 'query', 'body', 'type', 'value', 'header'])

/** A property that is a text, also in braces. */
export function textProperty(node: Element, name: string): string | undefined {
  const found = node.attributes.find((item) => item.type === 'mdxJsxAttribute' && item.name === name)
  return (found?.type === 'mdxJsxAttribute' && attributeText(found)) || undefined
}

/** The words among an element's properties, as in `<Card title="Quick start">`. */
export function elementWords(node: Element): string[] {
  const words: string[] = []
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || !wordProperties.has(attribute.name)) continue
    const value = attributeText(attribute)
    if (!value || (weakProperties.has(attribute.name) && !isField(node))) continue
    // What an icon is called, nobody sees.
    if (attribute.name === 'name' && isIcon(node)) continue
    if (!words.includes(value)) words.push(value)
  }
  return isField(node) && words.length > 0 ? [[words.join(': '), ...factsOf(node)].join(', ')] : words
}

/** What else is said of a field: `<ParamField path="id" required default="1">`. */
const factsOf = (node: Element): string[] =>
  node.attributes.flatMap((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute') return []
    const { name, value } = attribute
    const written = typeof value === 'string' ? value : (value?.value ?? 'true')
    if (name === 'default') return [`default: ${attributeText(attribute) ?? written}`]
    return /^(?:required|deprecated)$/.test(name) && written === 'true' ? [name] : []
  })

/** What an element gives to the part of a page that it stands for, by the names that it has there. */
export function valuesOf(node: Element): ReadonlyMap<string, unknown> {
  const given = node.attributes.flatMap((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute') return []
    const { name, value } = attribute
    const number =
      typeof value === 'object' ? /^-?\d{1,20}(?:\.\d{1,20})?$/.exec(value?.value.trim() ?? '')?.[0] : undefined
    const text = attributeText(attribute) ?? number
    return text === undefined ? [] : [[name, text] as const]
  })
  return new Map<string, unknown>([...given, ['props', Object.fromEntries(given)]])
}

/** Whether an element is a component, which no HTML element has the name of. */
const isComponent = ({ name }: Element): boolean => /^[A-Z]/.test(name ?? '')

const isIcon = ({ name }: Element): boolean => /Icon$/.test(name ?? '')

const explains = ['Tooltip', 'Badge', 'Icon', 'Link', 'Image']

/**
 * What a component without any words says: by its name, as `<Check />` does, of a version, `<Since v="4.1.0" />`, or of an
 * operation, `<MethodEndpoint method="get" path="/pets/{id}" />`.
 */
export function saidByName(node: Element): string | undefined {
  if (!isComponent(node)) return undefined
  // A component of one letter may be anything.
  const icon = isIcon(node) ? textProperty(node, 'name') : undefined
  const sign = node.name === 'X' ? undefined : signOfIcon(icon ?? node.name ?? '')
  const version = versionNames.map((name) => textProperty(node, name)).find((value) => value && /^v?\d/.test(value))
  const [method, path] = [textProperty(node, 'method'), textProperty(node, 'path')]
  if (method && path) return `${method.toUpperCase()} ${path}`
  return sign ?? (version === undefined ? undefined : `${node.name} ${version}`)
}

const versionNames = ['v', 'version', 'since']

/** Whether nothing tells what readers see of a component, and it may be something else than a picture or a control. */
export const isUnsaid = (node: Element): boolean =>
  isComponent(node) && node.children.length === 0 && !shows.some((part) => node.name?.includes(part))

const shows = [
  'Icon',
  'Image',
  'Img',
  'Logo',
  'Picture',
  'Video',
  'Player',
  'Space',
  'Divider',
  'Separator',
  'Button',
  'Anchor',
]

/** The title of a component that holds text as well; what explains a word, as a tooltip does, is none. */
export function titleOf(node: Element): string | undefined {
  if (!isComponent(node) || explains.some((part) => node.name?.includes(part))) return undefined
  const found = node.attributes.find(
    (item) => item.type === 'mdxJsxAttribute' && /^(?:title|question|summary|heading)$/.test(item.name),
  )
  return found?.type === 'mdxJsxAttribute' ? attributeText(found) : undefined
}

/** Where an element leads, as in `<Card title="Quick start" href="/start">`. */
export function addressOf(node: Element): string | undefined {
  const found = node.attributes.find(
    (item) =>
      item.type === 'mdxJsxAttribute' &&
      (item.name === 'href' || (isComponent(node) && (item.name === 'to' || item.name === 'link'))),
  )
  return (found?.type === 'mdxJsxAttribute' && attributeText(found)) || undefined
}

const isField = (node: Element): boolean => /Field|Param|Prop(?:erty)?$/.test(node.name ?? '')

const attributeText = (attribute: MdxJsxAttribute): string | undefined =>
  typeof attribute.value === 'string' ? attribute.value.trim() : expressionText(attribute.value?.data?.estree)

/** The names and descriptions in a property that holds objects, as in `<PropertiesTable content={[{name, type}]} />`. */
export function elementList(node: Element): BlockContent[] {
  return node.attributes.flatMap((attribute): BlockContent[] => {
    if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value !== 'object') return []
    const items = expressionWords(attribute.value?.data?.estree)
    if (items.length === 0) return []
    const children = items.map((words) => ({
      type: 'listItem' as const,
      children: [{ type: 'paragraph' as const, children: itemPhrases(words) }],
    }))
    return [{ type: 'list', ordered: false, spread: false, children }]
  })
}

function itemPhrases(words: readonly string[]): PhrasingContent[] {
  const [name = '', ...rest] = words
  const first: PhrasingContent = /\s/.test(name) ? { type: 'text', value: name } : { type: 'inlineCode', value: name }
  return rest.length > 0 ? [first, { type: 'text', value: `: ${rest.join(': ')}` }] : [first]
}
