import { realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Navigation } from '../generators/navigation.ts'
import { isAsciiDoc } from '../pages/links.ts'
import { deadlineFor } from '../reading/deadline.ts'
import type { ReadingLane } from '../reading/reading.ts'
import { runBatches } from '../reading/run-batches.ts'
import { listFolder } from './list-folder.ts'
import { readNavigation } from './read-navigation.ts'
import type { FolderDocument } from './readers/folder-documents.ts'
import { reasonOf } from './reason-of.ts'
import type { Source, SourceItem } from './source.ts'
import { SphinxPlaces } from './sphinx-places.ts'

export interface FolderOptions {
  /** The folder that it belongs to: what configures its generator, and files that pages show, are looked for in there. */
  project?: string | undefined
  /** Address of the site. */
  siteUrl?: string | null | undefined
  /** What errors call it, such as `The repository https://host/docs`. @default `The folder` and its path */
  name?: string
}

/** The pages below a folder (Markdown, MDX, HTML, AsciiDoc, reStructuredText), in the order of their names. */
export function folderSource(reading: ReadingLane, folder: string, options: FolderOptions = {}): Source {
  const { name = `The folder ${folder}`, siteUrl = null } = options
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      const root = await openRoot(folder, name)
      const { files, failures, others } = await listFolder(root, signal)
      // A folder that suddenly has none is being built, or not mounted; its pages are not removed for it.
      if (files.length === 0) throw new Error(`${name} has no pages: no file of a kind that is read.`)
      const project = options.project && (await realpath(options.project))
      const navigation = await readNavigation(reading, { folder: root, files, project, siteUrl }, signal)
      const pages = files.filter((path) => !navigation.leftOut.has(path))
      yield { kind: 'total', pages: pages.length + failures.length }
      yield { kind: 'generator', name: navigation.generator }
      for (const failure of failures) yield { kind: 'failure', failure }
      for (const note of navigation.broken) yield { kind: 'note', failure: note }
      if (others.length > 0) yield { kind: 'left-out', failure: { path: root, reason: othersSentence(others) } }
      const documents = readDocuments(reading, { root, around: project ?? root, pages, navigation, signal })
      for await (const [path, document] of documents) {
        signal.throwIfAborted()
        if (document.kind === 'failure') yield { kind: 'failure', failure: { path, reason: document.reason } }
        // It was counted as a page before it was read.
        else if (document.kind === 'no-page') yield { kind: 'total', pages: -1 }
        else {
          yield { kind: 'document', document: { ...document.document, place: navigation.places.get(path) } }
          if (document.problem) yield { kind: 'note', failure: { path, reason: document.problem } }
        }
      }
    },
  }
}

const mostKinds = 10

/** `3 files of kinds that aren't read: 2 .org, such as a.org; a .pdf: b.pdf.` */
function othersSentence(files: readonly string[]): string {
  const kinds = [...Map.groupBy(files, (file) => extname(file).toLowerCase())].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  const named = kinds
    .slice(0, mostKinds)
    .map(([kind, [first, ...more]]) =>
      more.length > 0 ? `${more.length + 1} ${kind}, such as ${first}` : `${kind}: ${first}`,
    )
  const count =
    files.length === 1
      ? 'A file looks like a page and is of a kind'
      : `${files.length} files look like pages and are of kinds`
  return `${count} that is not read: ${named.join('; ')}.`
}

async function openRoot(folder: string, name: string): Promise<string> {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
  if (!(await stat(root)).isDirectory()) throw new Error(`${name} cannot be read: it is not a folder.`)
  return root
}

interface FolderPages {
  /** Real paths of the folder of the pages, and of what pages may show parts of. */
  readonly root: string
  readonly around: string
  readonly pages: readonly string[]
  readonly navigation: Navigation
  readonly signal: AbortSignal
}

async function* readDocuments(
  reading: ReadingLane,
  { root, around, pages, navigation, signal }: FolderPages,
): AsyncGenerator<readonly [path: string, document: FolderDocument]> {
  const places = await readSphinxPlaces(reading, { root, around, pages, navigation, signal })
  const { leftOut, includeFolders } = navigation
  yield* runBatches(pages, {
    sizeOf: (path) => sizeOf(join(root, path)),
    run: (paths, bytes) => {
      const files = paths.map((path) => ({
        path,
        references: places?.referencesOf(path),
        ...(isAsciiDoc(path) && { attributes: navigation.places.get(path)?.attributes }),
      }))
      const request = { root, around, files, leftOut, includeFolders }
      return reading.run('folderDocuments', request, { signal, deadline: deadlineFor(bytes) })
    },
    giveUp: (reason): FolderDocument => ({ kind: 'failure', reason: `The page cannot be read: ${reason}` }),
  })
}

/** What pages can name of each other, which only all of them tell; undefined without Sphinx. */
async function readSphinxPlaces(
  reading: ReadingLane,
  { root, pages, navigation, signal }: FolderPages,
): Promise<SphinxPlaces | undefined> {
  if (navigation.sphinx.length === 0) return undefined
  const places = new SphinxPlaces(navigation.sphinx)
  const contributions = runBatches(
    pages.filter((page) => isSphinxFile.test(page)),
    {
      sizeOf: (path) => sizeOf(join(root, path)),
      run: (paths, bytes) => reading.run('sphinxPages', { root, paths }, { signal, deadline: deadlineFor(bytes) }),
      // What cannot be read is told when it is read as a page.
      giveUp: () => undefined,
    },
  )
  for await (const [path, page] of contributions) if (page) places.add(path, page)
  return places
}

const isSphinxFile = /\.(?:rst|md)$/i

/** Of a file that cannot be read, none. */
const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}
