/** Options of the widget that differ from their defaults, by their names. */
export type TagOptions = Readonly<Record<string, string>>

/** Stands where a key belongs. */
export const placeholderKey = 'svc_dsc_…'

interface Tag {
  /** Address of this server. */
  readonly server: string
  readonly domain: string
  readonly key: string
  readonly options?: TagOptions
}

const escapeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const attributeOf = (name: string): string => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The tag to put on every page. */
export const writeTag = ({ server, domain, key, options = {} }: Tag): string => {
  const attributes = Object.entries({ domain, key, ...options }).map(
    ([name, value]) => `  ${attributeOf(name)}="${escapeValue(value)}"`,
  )
  return ['<script', `  src="${server}/widget.js"`, ...attributes, '  async', '></script>'].join('\n')
}
