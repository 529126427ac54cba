import { readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { beginningOf } from '../../pages/plain-text.ts'
import { deadlineFor } from '../../reading/deadline.ts'
import { OverrunError } from '../../reading/pool.ts'
import type { Reading, ReadingLane } from '../../reading/reading.ts'
import { runBatches } from '../../reading/run-batches.ts'
import type { NavigationChange } from '../navigation/update-navigation.ts'
import type { ChangeReview, TextChange } from '../validate/change-problem.ts'
import type { PackedFacts } from '../validate/pack-facts.ts'
import type { FactsRequest, TreePage, TreeRequest } from '../validate/tree.ts'
import type { ValidationProblem } from './problem.ts'

/** How the documentation is looked at. */
export interface DocumentationView {
  /** Every file of the repository, also those that are not in the tree. @default those of the tree */
  readonly files?: readonly string[]
  /** Files that are seen with another text than the tree's; null: as if they were not there. */
  readonly replaced?: ReadonlyMap<string, string | null>
}

/** Where a documentation is. */
export interface DocumentationPlace {
  /** The folder of the repository on the disk. */
  readonly tree: string
  /** Folder of the documentation within it; empty for the whole repository. */
  readonly docsFolder: string
}

interface KnownPage {
  readonly hash: string
  readonly facts: PackedFacts
}

/** Configurations that may each take too long, before nothing more is read. */
const mostSkipped = 3
const millisecondsForPage = 3
const usualMilliseconds = 10_000
/** Files of projects whose Markdown may all be MDX. */
const mdxFile = /\.mdx$|(?:^|\/)(?:docusaurus\.config\.\w+|docs\.json|mint\.json)$/i
/** Characters of code in a sentence. */
const longestCode = 100

/**
 * The documentation in a repository, as the agent sees it. Nothing of it is interpreted on this thread, or run; what was
 * read of a page is kept until its text changes. One for a job.
 */
export class Documentation {
  readonly #lane: ReadingLane
  readonly #place: DocumentationPlace
  readonly #pages = new Map<string, KnownPage>()
  /** Files that take too long or too much memory, each with a sentence that says so. */
  readonly #unreadPages = new Map<string, string>()
  readonly #unreadConfigurations = new Map<string, string>()
  /** The documentation before anything was changed, and the keys of its code once somebody asks for them. */
  #base: Required<DocumentationView> = { files: [], replaced: new Map() }
  #baseCode: Promise<ReadonlySet<string>> | undefined
  /** The texts that files had before they were edited. */
  readonly #originals = new Map<string, string>()

  constructor(reading: Reading, place: DocumentationPlace) {
    this.#lane = reading.openLane()
    this.#place = place
  }

  /** Validates the documentation before anything is changed. What code its pages have then, pages may have later. */
  validateBase(view: DocumentationView & Pick<Required<DocumentationView>, 'files'>): Promise<ValidationProblem[]> {
    this.#base = { replaced: new Map(), ...view }
    return this.validate(view)
  }

  /** Checks all pages and the navigation, in the order of files and lines. */
  async validate(view: DocumentationView = {}): Promise<ValidationProblem[]> {
    const problems = await this.#withFacts(view, (request, deadline) =>
      this.#lane.run('validate', request, { deadline }),
    )
    const unread = [...this.#unreadConfigurations].map(
      ([path, reason]): ValidationProblem => ({
        path,
        line: 1,
        column: 1,
        rule: 'navigation-file',
        message: `The file cannot be parsed: ${reason}`,
      }),
    )
    return [...unread, ...problems]
  }

  /**
   * Changes the navigation, without writing it.
   *
   * @returns the new texts of files, by their paths
   * @throws Error with a sentence for the model
   */
  editNavigation(change: NavigationChange, view: DocumentationView = {}): Promise<Map<string, string>> {
    return this.#withFacts(view, (request, deadline) =>
      this.#lane.run('editNavigation', { ...request, change }, { deadline }),
    )
  }

  /**
   * Says why an edit isn't made: the file would no longer parse, a page would get code that the documentation didn't have,
   * or a configuration would change in more than its navigation. Undefined when nothing is wrong.
   *
   * @param changed files that were changed before
   */
  async findChangeProblem(change: TextChange, changed: ReadonlySet<string>): Promise<string | undefined> {
    if (!changed.has(change.path)) this.#originals.set(change.path, change.before)
    const review = await this.#review(change)
    if (typeof review === 'string') return review
    if (review.problem) return review.problem
    if (review.code.length === 0) return undefined
    this.#baseCode ??= this.#readBaseCode(changed)
    const known = await this.#baseCode
    const piece = review.code.find(({ key }) => !known.has(key))
    if (!piece) return undefined
    return `line ${piece.line}, “${beginningOf(piece.text, longestCode)}”, may be run by a build or a browser, or reads another file, and no page of the documentation has it yet. Show code as an example in a code block, or leave this to a person.`
  }

  /** A sentence for a file that takes too long: what it would run can't be told. */
  async #review(change: TextChange): Promise<ChangeReview | string> {
    const { tree, docsFolder } = this.#place
    const skipped = [...this.#unreadConfigurations.keys()]
    const request = { ...change, tree, docsFolder, files: this.#base.files, replaced: new Map(), skipped }
    const deadline = deadlineFor(change.before.length + change.after.length)
    try {
      return await this.#lane.run('reviewChange', request, { deadline })
    } catch (error) {
      if (error instanceof OverrunError) return error.message
      throw error
    }
  }

  /** The keys of the code of all pages, as they were before anything was changed. */
  async #readBaseCode(changed: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const { tree, docsFolder } = this.#place
    const originals = [...changed].map((path) => [path, this.#originals.get(path) ?? null] as const)
    const replaced = new Map([...originals, ...this.#base.replaced])
    const files = withReplaced(this.#base.files, replaced)
    const request = { tree, docsFolder, files, replaced }
    const paths = await this.#skipping((skipped) => this.#lane.run('treePages', { ...request, skipped }))
    const mayBeMdx = files.some((file) => mdxFile.test(file))
    const code = new Set<string>()
    const pages = runBatches(paths, {
      sizeOf: async (path) => replaced.get(path)?.length ?? (await sizeOf(join(tree, path))),
      run: (batch, bytes) => {
        const texts = new Map(batch.flatMap((path) => entryOf(replaced, path)))
        const input = { tree, replaced: texts, paths: batch, mayBeMdx }
        return this.#lane.run('pageCode', input, { deadline: deadlineFor(bytes) })
      },
      // Nothing may be taken from a page that takes too long.
      giveUp: (): string[] => [],
    })
    for await (const [, keys] of pages) for (const key of keys) code.add(key)
    return code
  }

  /** Reads what pages say, and does something with it. */
  async #withFacts<Result>(
    { files, replaced = new Map() }: DocumentationView,
    run: (request: FactsRequest, deadline: number) => Promise<Result>,
  ): Promise<Result> {
    const { tree, docsFolder } = this.#place
    const all = withReplaced(files ?? (await listTree(tree)), replaced)
    const request = { tree, docsFolder, files: all, replaced }
    const pages = await this.#skipping((skipped) => this.#lane.run('treePages', { ...request, skipped }))
    const facts = await this.#readFacts(pages, replaced)
    const unread = new Map(pages.flatMap((path) => entryOf(this.#unreadPages, path)))
    const deadline = usualMilliseconds + pages.length * millisecondsForPage
    return this.#skipping((skipped) => run({ ...request, facts, unread, skipped }, deadline))
  }

  /** Runs a task that reads configurations, without those that take too long. */
  async #skipping<Result>(run: (skipped: TreeRequest['skipped']) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await run([...this.#unreadConfigurations.keys()])
      } catch (error) {
        if (!(error instanceof OverrunError) || error.document === undefined) throw error
        if (this.#unreadConfigurations.size >= mostSkipped) throw error
        this.#unreadConfigurations.set(error.document, error.message)
      }
    }
  }

  /** In the order of the pages. */
  async #readFacts(
    paths: readonly string[],
    replaced: ReadonlyMap<string, string | null>,
  ): Promise<Map<string, PackedFacts>> {
    const { tree } = this.#place
    const facts = new Map<string, PackedFacts>()
    const pages = runBatches(paths, {
      sizeOf: async (path) => replaced.get(path)?.length ?? (await sizeOf(join(tree, path))),
      run: (batch, bytes) => {
        const known = batch.map((path) => ({ path, hash: this.#pages.get(path)?.hash }))
        const texts = new Map(batch.flatMap((path) => entryOf(replaced, path)))
        return this.#lane.run('pageFacts', { tree, replaced: texts, pages: known }, { deadline: deadlineFor(bytes) })
      },
      giveUp: (reason): TreePage | string => reason,
    })
    for await (const [path, page] of pages) {
      if (typeof page === 'string') {
        this.#unreadPages.set(path, page)
        continue
      }
      this.#unreadPages.delete(path)
      const now = page && (page.facts ?? this.#pages.get(path)?.facts)
      if (!page || !now) continue
      this.#pages.set(path, { hash: page.hash, facts: now })
      facts.set(path, now)
    }
    return facts
  }
}

const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] => {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}

const withReplaced = (files: readonly string[], replaced: ReadonlyMap<string, string | null>): string[] => {
  const all = new Set(files)
  for (const [path, text] of replaced) {
    if (text === null) all.delete(path)
    else all.add(path)
  }
  return [...all].sort()
}

/** Of a file that is not there, none. */
const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

const listTree = async (tree: string): Promise<string[]> => {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(tree, entry.parentPath), entry.name))
}
