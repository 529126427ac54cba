import type { PageFacts } from '../page-facts.ts'
import type { Category } from './categories.ts'
import { isFolderIndex, splitNumber } from './numbers.ts'

/** A document of one version. */
export interface Document {
  readonly file: string
  /** Below the folder of its version, with the numbers that order files. */
  readonly path: string
  readonly id: string
  readonly address: string
}

/** A file, and the labels of the groups that it is in. */
export type FileEntry = readonly [file: string, trail: readonly string[]]

/** What orders and names the entries of a folder. */
export interface FolderFacts {
  readonly facts: ReadonlyMap<string, PageFacts>
  /** By the paths of their folders. */
  readonly categories: ReadonlyMap<string, Category>
}

/** A document, and its path from the folder that is shown. */
interface Inside {
  readonly document: Document
  readonly steps: readonly string[]
}

/** What a folder shows under one name: a document, or a folder. */
interface Entry {
  readonly name: string
  readonly position: number | undefined
  readonly files: readonly FileEntry[]
}

/**
 * The documents below a folder, as a sidebar shows them that fills itself: by their positions and names, those that stand
 * for a folder first in it.
 */
export function fill(documents: readonly Document[], folder: string, facts: FolderFacts): readonly FileEntry[] {
  const inside = documents.flatMap((document) => {
    const below = folder === '' ? document.path : pathBelowFolder(document, folder)
    return below === undefined ? [] : [{ document, steps: below.split('/') }]
  })
  return sorted(entriesOf(inside, facts))
}

/** A sidebar names folders with or without their numbers. */
function pathBelowFolder({ path }: Document, folder: string): string | undefined {
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1)
  const steps = path.split('/')
  const depth = folder.split('/').length
  const names = steps.slice(0, depth).map((step) => splitNumber(step).name)
  return steps.length > depth && names.join('/') === folder ? steps.slice(depth).join('/') : undefined
}

function entriesOf(inside: readonly Inside[], facts: FolderFacts): Entry[] {
  const groups = Map.groupBy(inside, ({ steps }) => steps[0] ?? '')
  return [...groups].map(([name, group]) => {
    const [only] = group
    if (only?.steps.length !== 1) return folderEntry(name, group, facts)
    const { file } = only.document
    const position = facts.facts.get(file)?.position ?? splitNumber(name).number
    return { name, position, files: [[file, []]] }
  })
}

function folderEntry(name: string, group: readonly Inside[], facts: FolderFacts): Entry {
  const below = group.map(({ document, steps }) => ({ document, steps: steps.slice(1) }))
  const index = below.find(({ document, steps }) => steps.length === 1 && isFolderIndex(document.path))
  const page = index && facts.facts.get(index.document.file)
  const [first] = group
  const category = first && facts.categories.get(folderAt(first))
  const label = category?.label ?? page?.label ?? page?.title ?? splitNumber(name).name
  const position = category?.position ?? page?.position ?? splitNumber(name).number
  const others = below.filter((each) => each !== index)
  const files = sorted(entriesOf(others, facts)).map(([file, trail]): FileEntry => [file, [label, ...trail]])
  return { name, position, files: index ? [[index.document.file, []], ...files] : files }
}

/** The folder whose name is the first of the steps. */
const folderAt = ({ document, steps }: Inside): string =>
  document.file
    .split('/')
    .slice(0, 1 - steps.length)
    .join('/')

/** What has no position comes last. */
const sorted = (entries: readonly Entry[]): FileEntry[] =>
  [...entries]
    .sort((one, other) => {
      const [first, second] = [one.position ?? Number.MAX_VALUE, other.position ?? Number.MAX_VALUE]
      return first - second || (one.name < other.name ? -1 : 1)
    })
    .flatMap(({ files }) => files)
