import { endOfCode } from './mdx-remains.ts'

/** Shown words among the parameters of a shortcode or a tag: `title="Linux"`. */
const shownParameter = /\b(?:title|header|heading|summary|label|caption|text|content)=(?:"([^"]*)"|'([^']*)')/
const tabName = /^tab\s+(?:name=)?(?:"([^"]*)"|'([^']*)')/
const quoted = /"([^"]*)"|'([^']*)'/

/** `{{< name … >}}` and `{{% name … %}}` of Hugo, its comments, and `{% name … %}` of Liquid. */
const shortcode = /\{\{[<%]\s*([^{}]*?)\s*[>%]\}\}/g
const comment = /\{\{-?\s*\/\*[^{}]*\*\/\s*-?\}\}|\{%-?\s*comment\s*-?%\}[^{}]*\{%-?\s*endcomment\s*-?%\}/g
const liquid = /\{%-?\s*([^{}]*?)\s*-?%\}/g
/** `{{ product.name }}`, `{{ site.version }}`, also with what changes how it is written. */
const templateValue = /\{\{-?\s*([A-Za-z_][\w.-]*)\s*(?:\|[^{}]*)?-?\}\}/g
/** Values of Jekyll’s own: `{{ site.baseurl }}`, `{{ "/guide" | relative_url }}`. */
const jekyllValue =
  /\{\{-?\s*(?:(?:site|page|layout)\.[\w.-]+|["']([^"'{}]*)["']\s*\|\s*(?:relative|absolute)_url)\s*-?\}\}/g

/** `{ .md-button }`, `{: target="_blank" }`, `{:js}`, behind what they belong to. */
const attributes =
  /(?<=[)\]*_:>\uE001])\{(?:\s*(?:[.#][\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+)|markdown)(?=[\s}]))+\s*\}/g
const kramdown = /[ \t]*\{:[^{}]*\}/g

const icon = /:(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:(?:\{[^{}]*\})?[ \t]?/g
const keys = /(?<![\w+])\+\+([a-z0-9-]+(?:\+[a-z0-9-]+)*)\+\+(?![\w+])/g
const marked = /(?<![=\w])==(?=[^\s=])([^=\n]*[^\s=])==(?![=\w])/g
const inserted = /\^\^(?=[^\s^])([^^\n]*[^\s^])\^\^/g

/**
 * A line of Markdown without what a generator replaces in it: shortcodes, template tags, attributes, icons and keys. What
 * is in code spans stays.
 */
export function withoutTokens(line: string, values?: Readonly<Record<string, string>>): string {
  if (!/[{:+=^]/.test(line)) return line
  const codes: string[] = []
  let masked = ''
  for (let at = 0; at < line.length; ) {
    const start = line.indexOf('`', at)
    const end = start < 0 ? line.length : endOfCode(line, start)
    masked += line.slice(at, start < 0 ? end : start)
    if (start >= 0) masked += `\uE000${codes.push(line.slice(start, end)) - 1}\uE001`
    at = end
  }
  return replaceTokens(masked, values).replace(/\uE000(\d+)\uE001/g, (_, at) => codes[Number(at)] ?? '')
}

const replaceTokens = (text: string, values: Readonly<Record<string, string>> | undefined): string =>
  text
    .replace(comment, '')
    .replace(shortcode, (_, inner: string) => valueOfParameter(inner, values) ?? wordsOf(inner))
    .replace(liquid, (_, inner: string) => wordsOf(inner))
    .replace(templateValue, (written, name: string) =>
      values === undefined ? written : Object.hasOwn(values, name) ? (values[name] ?? '') : written,
    )
    .replace(jekyllValue, (_, path?: string) => path ?? '')
    .replace(icon, '')
    .replace(attributes, '')
    .replace(kramdown, '')
    .replace(keys, (_, names: string) => names.split('+').map(keyName).join('+'))
    .replace(marked, '$1')
    .replace(inserted, '$1')

/** `{{< param version >}}` of Hugo. */
function valueOfParameter(inner: string, values: Readonly<Record<string, string>> = {}): string | undefined {
  const name = /^param\s+["']?([\w.-]+)["']?$/.exec(inner)?.[1]?.toLowerCase()
  return name !== undefined && Object.hasOwn(values, `param.${name}`) ? values[`param.${name}`] : undefined
}

/** What a reader sees of a shortcode itself. */
function wordsOf(inner: string): string {
  if (inner.startsWith('/')) return ''
  const [name = ''] = inner.split(/\s/)
  const found =
    name === 'ref' || name === 'relref' || name === 'heading'
      ? quoted.exec(inner)
      : (shownParameter.exec(inner) ?? tabName.exec(inner))
  if (found) return found[1] ?? found[2] ?? ''
  const linked = /^link\s+([^\s"']+)/.exec(inner)?.[1]
  return linked === undefined ? '' : `/${linked.replace(/^\/+/, '')}`
}

/** `page-up` is “Page Up”. */
const keyName = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Code that a generator’s own tags enclose, as `{% highlight js %}` and `{{< highlight go >}}` do: its language. */
export const openedCode = (line: string): string | undefined =>
  /^[ \t]*(?:\{%-?|\{\{[<%])[ \t]*highlight\b[ \t]*([\w+#.-]*)/.exec(line)?.[1]

export const closesCode = (line: string): boolean =>
  /^[ \t]*(?:\{%-?[ \t]*endhighlight\b|\{\{[<%][ \t]*\/[ \t]*highlight\b)/.test(line)

/** A line that is nothing but a shortcode or tag with words of its own, such as the name of a tab. */
export const isTokenAlone = (line: string): boolean =>
  /^[ \t]*(?:\{\{[<%][^{}]*[>%]\}\}|\{%[^{}]*%\})[ \t]*$/.test(line)

/** `{: #id .class }` on a line of its own, which belongs to the block above: its id, or nothing. */
export function attributeLine(line: string): { id: string | undefined } | undefined {
  const inner = /^[ \t]*\{:([^{}]*)\}[ \t]*$/.exec(line)?.[1]
  return inner === undefined ? undefined : { id: /(?:^|\s)#([\w.:-]+)/.exec(inner)?.[1] }
}

/** `*[HTML]: Hyper Text Markup Language`, which explains a word wherever it stands. */
export const isAbbreviation = (line: string): boolean => /^\*\[[^\]]+\]:[ \t]/.test(line)

/** `::: package.module`, in whose place documentation is made from code; what is indented below it are options. */
export const documentedObject = (line: string): string | undefined =>
  /^[ \t]*:::[ \t]+([A-Za-z_]\w*(?:\.\w+)+)[ \t]*$/.exec(line)?.[1]
