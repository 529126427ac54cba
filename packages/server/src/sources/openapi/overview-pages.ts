import { slug } from 'github-slugger'
import { isRecord } from '../../pages/is-record.ts'
import { joined, writeMore } from './operation-page.ts'
import { isHidden, type Json, listOf, type Operation, textOf } from './operations.ts'
import { code } from './schema-text.ts'
import { writeSecurity } from './security-text.ts'
import { writeServers } from './servers.ts'

/** What operations have in common. */
export interface Topic {
  title: string
  /** Path of its page below the pages of the document. */
  path: string
  description: string
  operations: Operation[]
}

/** The tags of the document with the operations that have them, and its webhooks; in the order of the document. */
export function listTopics(document: Json, operations: readonly Operation[]): Topic[] {
  const declared = listOf(document.tags)
    .filter(isRecord)
    .map((tag) => [textOf(tag.name), tag] as const)
  const topics = new Map<string, Topic>()
  const hidden = new Set<string>()
  for (const [name, tag] of declared) {
    if (isHidden(tag)) hidden.add(slug(name))
    else topics.set(slug(name), topicOf(name, tag))
  }
  for (const operation of operations) {
    const names = operation.address === null ? ['Webhooks'] : operation.tags
    for (const [path, [name = path]] of Map.groupBy(names, (each) => slug(each))) {
      if (hidden.has(path)) continue
      const topic = topics.get(path) ?? topicOf(name, {})
      topics.set(path, topic)
      topic.operations.push(operation)
    }
  }
  const isTold = ({ path, description, operations }: Topic) =>
    path !== '' && (description !== '' || operations.length > 0)
  return [...topics.values()].filter(isTold)
}

const topicOf = (name: string, tag: Json): Topic => ({
  title: textOf(tag['x-displayName']) || textOf(tag.summary) || name,
  path: slug(name),
  description: [textOf(tag.description), writeMore(tag.externalDocs)].filter(Boolean).join('\n\n'),
  operations: [],
})

/** Writes what stands under a tag: its description, and a list of its operations. */
export function writeTopic({ title, description, operations }: Topic, root: string): string {
  return joined([
    `---\n${JSON.stringify({ title })}\n---`,
    `# ${title}`,
    description,
    operations.length > 0 ? '## Operations' : '',
    writeOperations(operations, root),
  ])
}

const writeOperations = (operations: readonly Operation[], root: string): string =>
  operations
    .map(({ title, method, address, path, definition }) => {
      const sent = address === null ? '' : `: ${code(`${method.toUpperCase()} ${address}`)}`
      return `- [${linkText(title)}](</${root}/${path}>)${sent}${definition.deprecated === true ? ', deprecated' : ''}`
    })
    .join('\n')

const linkText = (text: string): string => text.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')

export const titleOfApi = ({ info }: Json): string => (isRecord(info) && textOf(info.title)) || 'API'

interface OverviewRequest {
  document: Json
  topics: readonly Topic[]
  operations: readonly Operation[]
  root: string
}

/** Writes what the document says of the whole API: what it is for, where it is, and who may use it. */
export function writeOverview({ document, topics, operations, root }: OverviewRequest): string {
  const info = isRecord(document.info) ? document.info : {}
  const title = titleOfApi(document)
  const loose = operations.filter(({ tags, address }) => address !== null && tags.length === 0)
  const contents = topics.map((topic) => `- [${linkText(topic.title)}](</${root}/${topic.path}>)`)
  return joined([
    `---\n${JSON.stringify({ title, ...(textOf(info.summary) && { description: textOf(info.summary) }) })}\n---`,
    `# ${title}`,
    typeof info.version === 'string' && info.version ? `Version ${code(info.version)}` : '',
    textOf(info.description),
    writeMore(document.externalDocs),
    ...writeServers(document),
    ...writeSecurity(document),
    ...(contents.length > 0 ? ['## Topics', contents.join('\n')] : []),
    ...(loose.length > 0 ? ['## Operations', writeOperations(loose, root)] : []),
    ...writeTerms(info),
  ])
}

function writeTerms({ contact, license, termsOfService }: Json): string[] {
  const { name, email, url } = isRecord(contact) ? contact : {}
  const who = [textOf(name), textOf(email), textOf(url)].filter(Boolean).join(', ')
  const { name: licence, url: licenceUrl } = isRecord(license) ? license : {}
  const terms = [textOf(licence), textOf(licenceUrl)].filter(Boolean).join(', ')
  const lines = [
    who && `- Contact: ${who}`,
    terms && `- Licence: ${terms}`,
    textOf(termsOfService) && `- Terms of service: ${textOf(termsOfService)}`,
  ].filter(Boolean)
  return lines.length > 0 ? ['## Contact and licence', lines.join('\n')] : []
}
