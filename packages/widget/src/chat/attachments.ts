import type { FileUIPart } from 'ai'

/** A file that goes with the next question. */
export interface Attachment {
  readonly file: File
  /** As it's sent: the address holds the whole file. */
  readonly part: FileUIPart
}

/** What is wrong with a file. `texts.fileErrors` has a sentence for each kind. */
export interface AttachmentError {
  readonly kind: 'type' | 'size' | 'count' | 'unreadable'
  readonly name: string
}

/** The files that could be read, and the last error. */
export interface FileBatch {
  readonly attachments: readonly Attachment[]
  readonly error: AttachmentError | undefined
}

/** The contract's `attachmentLimits`, not imported so that zod stays out of the bundle: files per question. */
export const maximumFiles = 3
/** Bytes per file; see `maximumFiles`. */
export const maximumBytes = 4_000_000

/** Removes the bytes of a message's files, which browser storage has no room for. Their names stay. */
export const withoutBytes = <Message extends { readonly parts: readonly { readonly type: string }[] }>(
  message: Message,
): Message =>
  message.parts.some(({ type }) => type === 'file')
    ? { ...message, parts: message.parts.map((part) => (part.type === 'file' ? { ...part, url: '' } : part)) }
    : message
