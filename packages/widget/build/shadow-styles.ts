import type { Plugin } from 'vite'

/** Tailwind's own variables with their initial values, for every element and two boxes in each. */
const everywhere = /@layer properties\{\*,[^{}]*\{([^{}]*)\}\}/
const rule = /([^{}]*)\{([^{}]*)\}/g

/**
 * Gives Tailwind's variables their initial values where they are read, and nowhere else: on every element and the boxes before
 * and after it, they would be most of what a browser computes for a panel's style.
 */
function placeInitialValues(css: string): string {
  const declarations = everywhere.exec(css)?.[1]?.split(';') ?? []
  const others = css.replace(everywhere, '')
  const rules = [...others.matchAll(rule)].map(([, selector = '', body = '']) => ({ selector, body: `;${body}` }))
  const placed: string[] = []
  let result = others
  for (const declaration of declarations) {
    const [name = '', value] = declaration.split(/:(.*)/s)
    const reads = new RegExp(`var\\(${name}(?:,([^()]*))?\\)`, 'g')
    const readers = rules.filter(({ body }) => body.includes(`var(${name}`))
    const isSet = ({ body }: { body: string }) => body.includes(`;${name}:`)
    if (!rules.some(isSet))
      result = result.replace(reads, (_, fallback = 'initial') => (value === 'initial' ? fallback : value))
    else if (!readers.every(isSet)) placed.push(`${readers.map(({ selector }) => selector).join(',')}{${declaration}}`)
  }
  return `@layer properties{${placed.join('')}}${result}`
}

/** The style sheet in a chunk's code, where it's a template. */
const sheet = /@layer properties\{\*,[^`]*/g

/**
 * Makes Tailwind's output work in a shadow root, where `@property` is ignored. The output also has the initial values as plain
 * declarations, for old browsers only; this makes them apply everywhere that they're needed.
 */
export const shadowStyles = (): Plugin => ({
  name: 'shadow-styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = file.code
        .replace(/@property --tw-[\w-]+\s*\{[^}]*\}/g, '')
        .replace(/@supports \(+-webkit-hyphens: ?none\)[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}/g, '$1')
        .replace(sheet, placeInitialValues)
      if (everywhere.test(file.code))
        this.error('The style sheet is written in another way now: see build/shadow-styles.ts.')
      const rem = /[\d.]+rem\b/.exec(file.code)
      if (rem) this.error(`The style sheet has ${rem[0]}: a page's root font size would change it. Use px.`)
    }
  },
})
