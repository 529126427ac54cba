import type { Plugin } from 'vite'

/**
 * Makes Tailwind's output work in a shadow root, where `@property` is ignored. The output also has the initial values as plain
 * declarations, for old browsers only; this makes them apply everywhere.
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
      const rem = /[\d.]+rem\b/.exec(file.code)
      if (rem) this.error(`The style sheet has ${rem[0]}: a page's root font size would change it. Use px.`)
    }
  },
})
