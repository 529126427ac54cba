import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { move } from 'piscina'
import { editNavigation } from '../agent/navigation/update-navigation.ts'
import { reviewChange } from '../agent/validate/change-problem.ts'
import { writeSafeMarkdown } from '../agent/validate/safe-markdown.ts'
import { listPages, readCode, readPages } from '../agent/validate/tree.ts'
import { validate } from '../agent/validate/validate.ts'
import { messageOf } from '../errors.ts'
import { readNavigation } from '../generators/read-navigation.ts'
import { readPageTags } from '../pages/readers/html/page-tags.ts'
import { readPage } from '../pages/readers/read-page.ts'
import { indexParsedPage } from '../search/index/index-parsed-page.ts'
import { readOpenApi } from '../sources/openapi/read-openapi.ts'
import { readCrawledPage } from '../sources/readers/crawled-page.ts'
import { readFolderDocuments, readSphinxPages } from '../sources/readers/folder-documents.ts'
import { readLlmsLists } from '../sources/readers/llms-lists.ts'
import { readLanguages } from '../sources/readers/page-language.ts'
import { readRobotsRules } from '../sources/readers/robots.ts'
import { currentAddresses, readSitemapContent } from '../sources/readers/sitemap.ts'
import type { ThreadCall, ThreadNote } from './calls.ts'
import { packPage } from './pack-page.ts'
import type { PageAnswer, PageRequest, TaskCall, TaskInput, TaskName, TaskOutput } from './tasks.ts'

/** The entry of the threads of `pool-process.ts`: the one place from which text of strangers is interpreted. */
type Readers = {
  [Name in TaskName]: (input: TaskInput<Name>, note: Note) => TaskOutput<Name> | Promise<TaskOutput<Name>>
}

/** Says which document is read next, of a task that reads several: when its thread is ended, that one is to blame. */
type Note = (document: string) => void

async function parsePage({ file, path, version, language }: PageRequest): Promise<PageAnswer> {
  const parsed = await readPage(file)
  const page = { ...parsed, version: parsed.version ?? version, language: parsed.language ?? language }
  return { page: packPage(page), index: indexParsedPage(path, page) }
}

async function parsePages(requests: readonly PageRequest[]): Promise<(PageAnswer | Error)[]> {
  const answers: (PageAnswer | Error)[] = []
  for (const request of requests) {
    answers.push(await parsePage(request).catch((error: unknown) => new Error(messageOf(error))))
  }
  return answers
}

const readers: Readers = {
  pages: parsePages,
  navigation: readNavigation,
  treePages: listPages,
  pageFacts: readPages,
  validate,
  editNavigation,
  pageCode: readCode,
  reviewChange,
  safeMarkdown: writeSafeMarkdown,
  folderDocuments: readFolderDocuments,
  pageTags: readPageTags,
  crawledPage: readCrawledPage,
  robots: readRobotsRules,
  sitemap: readSitemapContent,
  currentAddresses,
  languages: readLanguages,
  llms: readLlmsLists,
  openApi: readOpenApi,
  sphinxPages: readSphinxPages,
}

const read = <Name extends TaskName>({ name, input }: TaskCall<Name>, note: Note) => readers[name](input, note)

/** The system's number of this thread; undefined where only the process has one. */
const readThread = (): number | undefined => {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return undefined
  }
}

const thread = readThread()

/** Runs one task. What it throws crosses to the server as a sentence. */
export async function runTask({ id, call }: ThreadCall): Promise<unknown> {
  const post = (message: ThreadNote) => parentPort?.postMessage(message)
  post({ kind: 'begin', id, thread })
  try {
    return move(serialize(await read(deserialize(call), (document) => post({ kind: 'document', id, document }))))
  } catch (error) {
    throw new Error(messageOf(error))
  }
}
