/** Code blocks of Markdown; one that nothing closes goes on to the end. */
export const fenced = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm

/** A Markdown passage as one line of plain text: what a reader sees of it, without headings, code blocks and tables. */
export const plainText = (markdown: string): string =>
  inlineText(
    markdown
      .replace(fenced, ' ')
      .replace(/^[ \t]*(?:#{1,6}[ \t].*|\|.*\||:{3,}.*|[-=*_]{3,})$/gm, ' ')
      .replace(/^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]+/gm, ''),
  )

/** Inline Markdown as plain text: links and images by their words, no emphasis, no tags. */
export const inlineText = (markdown: string): string =>
  withoutLinks(markdown)
    .replace(/(\*\*|__)(?=\S)([\s\S]{0,60}?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, '$1')
    .replace(/(?<!`)(`+)([^`]+)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** The name of a page or a section as plain text. What looks like a bare tag in it is a name: `<Suspense>`. */
export const nameText = (name: string): string => inlineText(name.replace(/<(?=\/?[A-Za-z][^<>=]*>)/g, '\\<'))

/** Markdown without links, images and tags; their words stay. Code is left alone. */
const withoutLinks = (markdown: string): string =>
  outsideCode(markdown, (words) =>
    words
      .replace(/!\[(?:[^[\]]|\[[^[\]]*\])*\](?:\([^()]*\)|\[[^[\]]*\])?/g, '')
      .replace(/\[\^[^[\]]*\]/g, '')
      .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '')
      .replace(/<(https?:[^>\s]+)>/g, '$1')
      .replace(/(?<!\\)<\/?[A-Za-z][^<>]*>/g, ''),
  ).replace(
    /\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|\[[^[\]]*\])/g,
    '$1',
  )

/** Markdown of which the words are changed, and nothing between backticks. */
export const outsideCode = (markdown: string, change: (words: string) => string): string =>
  markdown
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')
