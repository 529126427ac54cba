import { type AssistantRequest, type AttachmentType, attachmentLimits } from '@sidenote/contract'
import { AppError, invalidValue } from '../../errors.ts'

/** A file that the reader attached to the question. */
export interface Attachment {
  /** As its first bytes say it, whatever the client says. */
  readonly mediaType: AttachmentType
  readonly base64: string
}

/** Whether a file begins like one of the type; its bytes stand as Latin 1. */
const begins: Readonly<Record<AttachmentType, (beginning: string) => boolean>> = {
  'image/png': (beginning) => beginning.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (beginning) => beginning.startsWith('\xff\xd8\xff'),
  'image/gif': (beginning) => beginning.startsWith('GIF87a') || beginning.startsWith('GIF89a'),
  'image/webp': (beginning) => beginning.startsWith('RIFF') && beginning.startsWith('WEBP', 8),
  'application/pdf': (beginning) => beginning.startsWith('%PDF-'),
}

/** The parts of the last message of a user, and which message that is. */
const questionOf = ({ messages }: AssistantRequest) => {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const parts = messages[at]?.parts ?? []
  return { path: `messages[${at}].parts`, parts, count: parts.filter(({ type }) => type === 'file').length }
}

/** How many files are attached to the question, whether they may be or not. */
export const countFiles = (request: AssistantRequest): number => questionOf(request).count

/**
 * Reads the files of the question; those of earlier messages are left out. Only what is sent along is read: no address is
 * ever fetched.
 *
 * @throws AppError `invalid_request` or `too_large`, a sentence for the reader.
 */
export const readAttachments = (request: AssistantRequest, allowed: readonly AttachmentType[]): Attachment[] => {
  const { path, parts, count } = questionOf(request)
  if (count > attachmentLimits.count)
    throw refuse(path, `has ${count} files, but at most ${attachmentLimits.count} may be attached`)
  return parts.flatMap(({ type, url }, at) =>
    type === 'file' ? [readFile(typeof url === 'string' ? url : '', `${path}[${at}].url`, allowed)] : [],
  )
}

const refuse = (path: string, what: string): AppError => invalidValue(path, `${path} ${what}.`)

const readFile = (url: string, path: string, allowed: readonly AttachmentType[]): Attachment => {
  const comma = url.indexOf(',')
  // Neither has a case.
  const head = url.slice(0, Math.min(comma, 200)).toLowerCase()
  if (comma < 0 || !head.startsWith('data:') || !head.endsWith(';base64'))
    throw refuse(path, 'must be a data: address in Base64')
  const base64 = url.slice(comma + 1)
  const size = (base64.length * 3) / 4 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
  const megabytes = (bytes: number) => bytes / 1_000_000
  if (size > attachmentLimits.bytes) {
    const what = `is a file of ${megabytes(size).toFixed(1)} MB, but may have at most ${megabytes(attachmentLimits.bytes)} MB`
    throw new AppError('too_large', `${path} ${what}.`)
  }
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refuse(path, 'is no Base64')
  const beginning = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1')
  const mediaType = allowed.find((type) => begins[type](beginning))
  if (!mediaType) throw refuse(path, `is a file of another type than ${allowed.join(', ')}`)
  return { mediaType, base64 }
}
