import type { FileUIPart } from 'ai'

/** A file that goes with the next question. */
export interface Attachment {
  readonly file: File
  /** As it is sent: the whole file in its address. */
  readonly part: FileUIPart
}

/** What is wrong with a file; `texts.fileErrors` has a sentence for each. */
export interface AttachmentError {
  readonly kind: 'type' | 'size' | 'count' | 'unreadable'
  readonly name: string
}

/** What was read, and the last that could not be. */
export interface ReadFiles {
  readonly attachments: readonly Attachment[]
  readonly error: AttachmentError | undefined
}

/** As the server has them: files of one question, and bytes of each. */
export const mostFiles = 3
export const mostBytes = 4_000_000

/** Kept and shown by their names: what is stored has no room for bytes. */
export const withoutBytes = <Message extends { readonly parts: readonly { readonly type: string }[] }>(
  message: Message,
): Message =>
  message.parts.some(({ type }) => type === 'file')
    ? { ...message, parts: message.parts.map((part) => (part.type === 'file' ? { ...part, url: '' } : part)) }
    : message
