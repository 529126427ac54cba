import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { readInclusions } from './code-inclusions.ts'
import type { FoundCode } from './found-code.ts'
import { readFrontMatterCode } from './front-matter-code.ts'
import { readMarkdownCode } from './markdown-code.ts'
import { readMdxCode } from './mdx-code.ts'

/** Code of a page, with a short name that only the same code has. */
export interface CodePiece extends FoundCode {
  readonly key: string
}

/**
 * Lists the code of a page.
 *
 * @param mayBeMdx whether a file that ends in `.md` may be read as MDX
 * @throws Error a sentence for a page that the parser would take too long for
 */
export const readPageCode = (path: string, text: string, mayBeMdx = true): CodePiece[] =>
  findCode(path, text, mayBeMdx).map((code) => ({ ...code, key: keyOf(code) }))

function findCode(path: string, text: string, mayBeMdx: boolean): FoundCode[] {
  const inclusions = [...readFrontMatterCode(text), ...readInclusions(path, text)]
  switch (posix.extname(path).toLowerCase()) {
    case '.mdx':
      return [...inclusions, ...readMdxCode(path, text, 'page')]
    case '.md':
    case '.markdown':
      return [
        ...inclusions,
        ...readMarkdownCode(text),
        ...(mayBeMdx && hasMdx(text) ? readMdxCode(path, text, 'mdx') : []),
      ]
    default:
      return inclusions
  }
}

/** Without these, MDX in a file that ends in `.md` has no code that isn't seen in Markdown, too. */
const hasMdx = (text: string): boolean => /[{]|^(?:import|export)\s/m.test(text)

const keyOf = ({ text, scope }: FoundCode): string =>
  createHash('sha256')
    .update(`${scope === 'mdx' ? 'page' : scope}\0${text}`)
    .digest('base64url')
    .slice(0, 22)
