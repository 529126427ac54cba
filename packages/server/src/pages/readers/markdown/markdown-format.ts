import { hasModules } from './mdx-remains.ts'

/**
 * How files that end in `.md` are read, in Docusaurus’s own words; `detect` goes by the extension. `obsidian` is Markdown with
 * links between two brackets, and text between two percent signs that writers keep to themselves.
 */
export type MarkdownFormat = 'mdx' | 'md' | 'detect' | 'obsidian'

/** What a file is read as. */
export interface MarkdownReading {
  readonly isMdx: boolean
  /** Whether HTML comments stand in its MDX. */
  readonly hasComments: boolean
  /** Whether MDX that cannot be read is a mistake; otherwise the file was perhaps none. */
  readonly isSure: boolean
}

/** @param format of its site; undefined where no generator is known: then a module tells MDX. */
export function readingOf(path: string, text: string, format: MarkdownFormat | undefined): MarkdownReading {
  const own = ownFormat.exec(text)?.[1] ?? (format === 'obsidian' ? 'md' : format)
  const isNamedMdx = /\.mdx$/i.test(path)
  if (own === 'mdx' || (own === 'md' && format !== undefined)) {
    return { isMdx: own === 'mdx' && isMarkdown.test(path), hasComments: true, isSure: true }
  }
  const isFound = own === undefined && isMarkdown.test(path) && hasModules(text)
  return { isMdx: isNamedMdx || isFound, hasComments: own === 'detect' || isFound, isSure: isNamedMdx }
}

const isMarkdown = /\.(?:mdx?|markdown)$/i
/** `mdx:` with `format:` below it in front matter. */
const ownFormat = /^---\r?\n(?:[^\n]{0,500}\n){0,60}?mdx:[ \t]*\r?\n[ \t]+format:[ \t]*["']?(mdx|md|detect)\b/
