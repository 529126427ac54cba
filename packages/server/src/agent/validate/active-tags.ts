/** An attribute of an element, its entities decoded. */
export interface TagAttribute {
  readonly name: string
  readonly value: string
}

/** Elements that run something, or that decide where a page loads from. */
const activeElements: ReadonlySet<string> = new Set(
  'script iframe frame frameset object embed applet base meta link portal'.split(' '),
)
/** Attributes whose text is markup. */
const markupAttributes: ReadonlySet<string> = new Set(['srcdoc', 'dangerouslysetinnerhtml', 'innerhtml', 'v-html'])
/** How Vue marks an attribute whose value it runs. */
const vueAttribute = /^(?:v-|[:@#])/
const activeScheme = /^(?:javascript|vbscript|data):/i

/** Whether an element runs code, by its name and its attributes. */
export const isActiveTag = (name: string, attributes: readonly TagAttribute[]): boolean =>
  activeElements.has(name.toLowerCase()) || attributes.some(isActiveAttribute)

const isActiveAttribute = ({ name, value }: TagAttribute): boolean => {
  const lower = name.toLowerCase()
  if (lower.startsWith('on') || markupAttributes.has(lower) || vueAttribute.test(lower)) return true
  // Browsers skip blanks and controls within an address.
  return activeScheme.test(value.replace(/[\s\p{Cc}]/gu, '')) && !/^data:image\/(?!svg)/i.test(value.trim())
}
