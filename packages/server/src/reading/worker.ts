import { parentPort } from 'node:worker_threads'
import { messageOf } from '../errors.ts'
import { readNavigation } from '../generators/read-navigation.ts'
import { parsePage } from '../pages/parse.ts'
import { indexParsedPage, packIndex } from '../search/index/index-parsed-page.ts'
import { packPage } from './pack-page.ts'
import type { PageAnswer, PageRequest, TaskCall, TaskInput, TaskName, TaskOutput, TaskStart } from './tasks.ts'

/** The entry of the threads of `reading.ts`: the one place from which text of strangers is interpreted. */
type Readers = { [Name in TaskName]: (input: TaskInput<Name>) => TaskOutput<Name> | Promise<TaskOutput<Name>> }

function readPage({ file, path, version, language }: PageRequest): PageAnswer {
  const parsed = parsePage(file)
  const page = { ...parsed, version: parsed.version ?? version, language: parsed.language ?? language }
  return { page: packPage(page), index: packIndex(indexParsedPage(path, page)) }
}

const readers: Readers = { page: readPage, navigation: readNavigation }

export async function runTask<Name extends TaskName>({ id, name, input }: TaskCall<Name>) {
  parentPort?.postMessage({ started: id } satisfies TaskStart)
  try {
    return await readers[name](input)
  } catch (error) {
    throw new Error(messageOf(error))
  }
}
