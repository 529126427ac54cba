import { wordSet } from '../word-set.ts'
import { endOfCode } from './mdx-remains.ts'

/** Shown words among the parameters of a shortcode or a tag: `title="Linux"`. */
const shownParameter = /\b(?:title|header|heading|summary|label|caption|text|content)=(?:"([^"]*)"|'([^']*)')/
const tabName = /^(?:tab|details|expand|expander|collapse|accordion|foldable)\s+(?:name=)?(?:"([^"]*)"|'([^']*)')/
const quoted = /"([^"]*)"|'([^']*)'/

/** `{{< name … >}}` and `{{% name … %}}` of Hugo, its comments, and `{% name … %}` of Liquid. */
const shortcode = /\{\{[<%]\s*([^{}]*?)\s*[>%]\}\}/g
const comment = /\{\{-?\s*\/\*[^{}]*\*\/\s*-?\}\}|\{%-?\s*comment\s*-?%\}[^{}]*\{%-?\s*endcomment\s*-?%\}/g
const liquid = /\{%-?\s*([^{}]*?)\s*-?%\}/g
/** `{{ product.name }}`, `{{ $frontmatter.version }}`, `{% $name %}`, also with what changes how it is written. */
const templateValue = /([("'=]?)(\{\{-?\s*([A-Za-z_$][\w.$-]*)\s*(?:\|[^{}]*)?-?\}\}|\{%\s*(\$[\w.]+)\s*%\})/g
/** `{{ "/guide" | relative_url }}`, and other texts. */
const writtenValue = /\{\{-?\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*(?:\|[^{}]*)?-?\}\}/g
/** Where the site stands, which addresses begin with. */
const siteAddress = /\{\{-?\s*(?:site\.(?:baseurl|url|github\.url)|base_url|page\.url)\s*(?:\|[^{}]*)?-?\}\}/g
/** Names that only Jekyll has. */
const jekyllName = /^(?:site|page|layout|include)\./
const anyValue = /([("'=]?)(\{\{(?![<%#!])[^{}\n]{1,200}\}\})/g
/** Text that no template is read in. */
/** An element that Vue shows as it is written, up to the next tag. */
const literalElement = /<[a-z][^<>]{0,200}\sv-pre(?=[\s>=])[^<>]{0,200}>[^<]{0,2000}/gi
const rawText = /\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}/g
/** Stands for what is not known. */
const unknown = '[…]'

/** `{ .md-button }`, `{: target="_blank" }`, `{:js}`, behind what they belong to. */
const attributes =
  /(?<=[)\]*_:>\uE001])\{(?:\s*(?:[.#][\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+)|markdown)(?=[\s}]))+\s*\}/g
const kramdown = /[ \t]*\{:(?:\s*(?:[.#]?[\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./:-]+)))+\s*\}/g

const icon = /:(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:(?:\{[^{}]*\})?[ \t]?/g
const keys = /(?<![\w+{])\+\+((?:[a-z0-9-]+|"[^"+\n]{1,40}")(?:\+(?:[a-z0-9-]+|"[^"+\n]{1,40}"))*)\+\+(?![\w+}])/g
const marked = /(?<![=\w])==(?=[^\s=])([^=\n]*[^\s=])==(?![=\w])/g
const inserted = /\^\^(?=[^\s^])([^^\n]*[^\s^])\^\^/g

/** What the expressions of a page's templates stand for. */
export interface TemplateOptions {
  /** Those that the site sets. */
  readonly values?: Readonly<Record<string, string>> | undefined
  /** Whether an expression is never text. */
  readonly hasTemplates?: boolean | undefined
  /** Those that the page sets itself, its front matter and its own variables. */
  readonly ownValues?: ReadonlyMap<string, string> | undefined
  /** Whether `10^6^` and `H~2~O` are raised and lowered, as Pandoc reads them. */
  readonly isPandoc?: boolean | undefined
  /** Whether `[[page|words]]` is a link, as Obsidian reads it. */
  readonly isVault?: boolean | undefined
  /** The names of shortcodes and tags that the page ends somewhere: what these hold is text. */
  readonly ended?: ReadonlySet<string> | undefined
  /** Is told of what is not shown as nothing says what it stands for. */
  readonly leave?: ((written: string) => void) | undefined
}

/**
 * A line of Markdown without what a generator replaces in it: shortcodes, template tags, attributes, icons and keys. What
 * is in code spans stays.
 */
export function withoutTokens(line: string, options: TemplateOptions = {}): string {
  if (!(options.isVault ? /[{:+=^~[]/ : /[{:+=^~]/).test(line)) return line
  const kept: string[] = []
  const keep = (text: string) => `\uE000${kept.push(text) - 1}\uE001`
  let masked = ''
  for (let at = 0; at < line.length; ) {
    const start = line.indexOf('`', at)
    const end = start < 0 ? line.length : endOfCode(line, start)
    masked += line.slice(at, start < 0 ? end : start)
    if (start >= 0) masked += keep(line.slice(start, end))
    at = end
  }
  masked = masked.replace(rawText, (_, raw: string) => keep(raw)).replace(literalElement, keep)
  return replaceTokens(masked, options).replace(/\uE000(\d+)\uE001/g, (_, at) => kept[Number(at)] ?? '')
}

const replaceTokens = (text: string, options: TemplateOptions): string => {
  const said = text.replace(comment, '')
  const withoutShortcodes = said.replace(shortcode, (written: string, inner: string, at: number) => {
    const value = valueOfParameter(inner, options)
    // A title is none of the words behind it.
    const sign = value === undefined && /[\p{L}\p{N}]/u.test(said.charAt(at + written.length)) ? ': ' : ''
    const words = wordsOf(inner)
    const shown = value ?? (words === '' ? '' : words + sign)
    if (shown !== '' || !isUnknown(inner, options)) return shown
    options.leave?.(written)
    // Nothing would make another value of what stands around it.
    return isWithinWord(said, at, written.length) ? unknown : ''
  })
  return withLinkWords(withValues(withoutShortcodes, options), options)
    .replace(liquid, (written: string, inner: string) => {
      const shown = wordsOf(inner)
      if (shown === '' && isUnknown(inner, options)) options.leave?.(written)
      return shown
    })
    .replace(options.isPandoc ? shifted : never, (_, raised?: string, lowered?: string) =>
      raised === undefined ? `<sub>${lowered}</sub>` : `<sup>${raised}</sup>`,
    )
    .replace(icon, '')
    .replace(attributes, '')
    .replace(kramdown, '')
    .replace(keys, (_, names: string) => names.split('+').map(keyName).join('+'))
    .replace(marked, '$1')
    .replace(inserted, '$1')
}

/** `[[page#Heading|words]]`, and `![[page]]`, in whose place Obsidian shows the page. */
const vaultLink = /!?\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{0,200}))?\]\]/g
/** `^id` at the end of a line, by which links name what stands there. */
const blockName = /[ \t]\^[\w-]{1,60}[ \t]*$/

/** A text with the words of links of Obsidian; where those lead, only all pages tell. */
const withLinkWords = (text: string, { isVault, leave }: TemplateOptions): string =>
  isVault
    ? text
        .replace(vaultLink, (written: string, target: string, words?: string) => {
          if (!written.startsWith('!')) return words?.trim() || targetWords(target)
          leave?.(written)
          return ''
        })
        .replace(blockName, '')
    : text

/** `folder/page#Heading` is “page > Heading”, as Obsidian shows it. */
const targetWords = (target: string): string =>
  target
    .split('#')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' > ')

const shifted = /(?<=[^\s^])\^([^\s^]{1,60})\^|(?<=[^\s~])~([^\s~]{1,60})~(?!~)/g
const never = /(?!)/g

/** What Liquid, Jinja and Markdoc do without showing anything. */
const silentTags = wordSet(
  'if elsif elif else unless case when for endfor assign set capture break continue increment decrement cycle layout import from extends include include_relative block raw comment toc seo pagebreak',
)

/** Whether a shortcode or tag shows something that nothing says: it is none that holds text, and none that is silent. */
function isUnknown(inner: string, { ended }: TemplateOptions): boolean {
  const [name = ''] = inner.replace(/^-?[ \t]*/, '').split(/[\s/(]/)
  // `{% align="right" %}` of Markdoc belongs to what stands before it.
  return /^[A-Za-z][^=]*$/.test(name) && !name.startsWith('end') && !silentTags.has(name) && !ended?.has(name)
}

/** The names of shortcodes and tags that a text ends: `{{< /note >}}`, `{% endtab %}`, `{% /callout %}`. */
export const endedTokens = (text: string): ReadonlySet<string> =>
  text.includes('{%') || text.includes('{{')
    ? new Set([...text.matchAll(endOfToken)].map(([, one = '', other = '']) => one || other))
    : new Set()

const endOfToken = /\{(?:\{[<%]|%-?)[ \t]*(?:\/[ \t]*([\w.-]{1,60})|end[-_]?([\w-]{1,60}))/g

/** A text in whose place expressions are what they stand for. */
const withValues = (text: string, options: TemplateOptions): string =>
  text
    .replace(siteAddress, '')
    .replace(writtenValue, (_, double?: string, single?: string) => double ?? single ?? '')
    .replace(templateValue, (whole: string, ...groups: string[]) => {
      const [before = '', written = '', name = '', variable = ''] = groups
      const known = valueNamed(name || variable, options)
      if (known !== undefined) return before + known
      return options.hasTemplates || jekyllName.test(name) ? before + leftOut(written, before, options) : whole
    })
    .replace(anyValue, (whole: string, before: string, written: string) =>
      options.hasTemplates ? before + leftOut(written, before, options) : whole,
    )

function leftOut(written: string, before: string, { leave }: TemplateOptions): string {
  leave?.(written)
  // In an address.
  return /[("'=]/.test(before) ? '' : unknown
}

function valueNamed(name: string, { values = {}, ownValues }: TemplateOptions): string | undefined {
  return ownValues?.get(name) ?? (Object.hasOwn(values, name) ? values[name] : undefined)
}

const isWithinWord = (text: string, at: number, length: number): boolean =>
  /[\p{L}\p{N}.:/_-]/u.test(text.charAt(at - 1)) || /[\p{L}\p{N}]/u.test(text.charAt(at + length))

/** `{{< param version >}}` of Hugo, `{{< meta title >}}` and `{{< kbd Ctrl-C >}}` of Quarto. */
function valueOfParameter(inner: string, options: TemplateOptions): string | undefined {
  const [, kind, written] = /^(meta|kbd)\s+([\w.+-]+)$/.exec(inner) ?? []
  if (kind === 'meta') return valueNamed(`page.${written}`, options)
  if (kind === 'kbd') return written
  const name = /^param\s+["']?([\w.-]+)["']?$/.exec(inner)?.[1]
  return name === undefined ? undefined : valueNamed(`param.${name.toLowerCase()}`, options)
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

/** `page-up` is “Page Up”; what is in quotes stands as it is. */
const keyName = (name: string): string =>
  name.startsWith('"')
    ? name.slice(1, -1)
    : name
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
  /^[ \t]*(?:\{\{[<%][^{}]*[>%]\}\}|\{%(?![ \t]*\$)[^{}]*%\})[ \t]*$/.test(line)

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
