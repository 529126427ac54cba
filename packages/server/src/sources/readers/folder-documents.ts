import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readSphinxPage, type SphinxPage } from '../../pages/readers/restructured-text/sphinx-page.ts'
import type { SphinxReferences } from '../../pages/readers/restructured-text/sphinx-references.ts'
import { isListed } from '../list-folder.ts'
import { reasonOf } from '../reason-of.ts'
import type { SourceDocument } from '../source.ts'
import { decodeText } from './decode-text.ts'
import { decodePage, readHtmlHead } from './page-head.ts'
import { readIncludes } from './read-includes.ts'

/** Some pages of a folder, to be read together. */
export interface FolderDocumentsRequest {
  /** Real path of the folder. */
  readonly root: string
  /** Real path of the folder that pages may show files of. */
  readonly around: string
  /** By their paths below the root, each with what its references lead to, and what its site sets for AsciiDoc. */
  readonly files: readonly {
    readonly path: string
    readonly references?: SphinxReferences | undefined
    readonly attributes?: Readonly<Record<string, string>> | undefined
  }[]
  /** Files of the folder that become no page. */
  readonly leftOut: ReadonlySet<string>
  /** Where the site keeps what its pages show. */
  readonly includeFolders: readonly string[]
}

/** What came of one of them, in their order. */
export type FolderDocument =
  | {
      readonly kind: 'document'
      readonly document: SourceDocument
      /** A sentence about what of it could not be read. */
      readonly problem?: string
    }
  /** A file that is there for browsers, and has nothing to read. */
  | { readonly kind: 'no-page' }
  | { readonly kind: 'failure'; readonly reason: string }

/** The largest page that is read. A page of prose has some 20 kB; what is larger is made by a machine. */
const largestBytes = 4 * 1024 * 1024
/** In which a page says that it sends its readers on. */
const headLength = 16_000

/** Reads pages with the files that they show. */
export const readFolderDocuments = async (request: FolderDocumentsRequest): Promise<FolderDocument[]> =>
  Promise.all(request.files.map((file) => readDocument(request, file)))

async function readDocument(
  request: FolderDocumentsRequest,
  { path, references = new Map(), attributes = {} }: FolderDocumentsRequest['files'][number],
): Promise<FolderDocument> {
  try {
    const bytes = await readBytes(join(request.root, path))
    if (typeof bytes === 'number') {
      return {
        kind: 'failure',
        reason: `The file has ${bytes} bytes; pages of more than ${largestBytes} are not read.`,
      }
    }
    const { text, problem } = decodeFile(path, bytes)
    if (isNoPage(path, text)) return { kind: 'no-page' }
    const hash = createHash('sha256').update(bytes)
    const includes = showsFiles.test(path)
      ? await readIncludes(text, { ...placeOf(request, path), attributes })
      : new Map()
    for (const shown of [includes, references]) if (shown.size > 0) hash.update(JSON.stringify(shown, listsOfMaps))
    const document: SourceDocument = { path, text, hash: hash.digest('hex') }
    if (includes.size > 0) document.includes = includes
    if (references.size > 0) document.references = references
    return { kind: 'document', document, ...(problem && { problem }) }
  } catch (cause) {
    return { kind: 'failure', reason: `The file cannot be read: ${reasonOf(cause)}.` }
  }
}

const isHtmlFile = (path: string): boolean => /\.html?$/i.test(path)

/** The text of a file: HTML in the character set that it declares, anything else in UTF-8. */
function decodeFile(path: string, bytes: Buffer): { text: string; problem?: string } {
  const text = isHtmlFile(path) ? decodePage(bytes, undefined) : decodeText(bytes)
  const at = text.indexOf('\ufffd')
  // A file may have the sign itself.
  if (at < 0 || bytes.includes('\ufffd')) return { text }
  const line = text.slice(0, at).split('\n').length
  const wanted = isHtmlFile(path) ? 'the character set that it declares' : 'UTF-8'
  return {
    text,
    problem: `Line ${line} has bytes that are not valid in ${wanted}; they are shown as “\ufffd”. Save the file as UTF-8.`,
  }
}

const listsOfMaps = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)

/** The file, or only its size when it is too large. */
async function readBytes(path: string): Promise<Buffer | number> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return size > largestBytes ? size : await file.readFile()
  } finally {
    await file.close()
  }
}

const showsFiles = /\.(?:mdx?|mdoc|qmd|rmd|a(?:scii)?doc|rst)$/i

const placeOf = ({ root, around, leftOut, includeFolders }: FolderDocumentsRequest, path: string) => ({
  page: join(root, path),
  pages: root,
  root: around,
  isPage: (file: string) => isListed(file) && !leftOut.has(file),
  folders: includeFolders,
})

/**
 * Whether an HTML file is there only to send its readers on at once, shows all pages once more to be printed, or holds what
 * a search in the browser has found.
 */
function isNoPage(path: string, text: string): boolean {
  if (!isHtmlFile(path)) return false
  const start = text.slice(0, headLength)
  const own = new URL(encodeURI(`/${path}`), 'http://folder.invalid')
  const { refresh, noindex } = readHtmlHead(start, own)
  const isPrint = noindex && /(?:^|\/)print\.html$/.test(path)
  return (refresh !== undefined && refresh.href !== own.href) || isPrint || /<body class="SRPage">/.test(start)
}

/** Some pages of Sphinx, by their paths below the real path of their folder. */
export interface SphinxPagesRequest {
  readonly root: string
  readonly paths: readonly string[]
}

/** Reads what some pages of Sphinx contribute to the references of all; nothing of a file that cannot be read. */
export const readSphinxPages = ({ root, paths }: SphinxPagesRequest) =>
  Promise.all(
    paths.map(async (path): Promise<SphinxPage | undefined> => {
      const bytes = await readBytes(join(root, path)).catch(() => undefined)
      return Buffer.isBuffer(bytes) ? readSphinxPage(path, decodeText(bytes)) : undefined
    }),
  )
