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

/** As the server has them: files of one question, and bytes of each. */
export const mostFiles = 3
export const mostBytes = 4_000_000

const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Reads what the reader chose, pasted or dropped. What cannot be attached is told, the last of it at least. */
export async function readFiles(
  files: readonly File[],
  { types, room }: { types: readonly string[]; room: number },
): Promise<{ attachments: Attachment[]; error: AttachmentError | undefined }> {
  const attachments: Attachment[] = []
  let error: AttachmentError | undefined
  for (const file of files) {
    const { name, size, type } = file
    if (!types.includes(type)) error = { kind: 'type', name }
    else if (size > mostBytes) error = { kind: 'size', name }
    else if (attachments.length >= room) error = { kind: 'count', name }
    else {
      const url = await readAddress(file).catch(() => undefined)
      if (url) attachments.push({ file, part: { type: 'file', mediaType: type, filename: name, url } })
      else error = { kind: 'unreadable', name }
    }
  }
  return { attachments, error }
}

/** Kept and shown by their names: what is stored has no room for bytes. */
export const withoutBytes = <Message extends { readonly parts: readonly { readonly type: string }[] }>(
  message: Message,
): Message =>
  message.parts.some(({ type }) => type === 'file')
    ? { ...message, parts: message.parts.map((part) => (part.type === 'file' ? { ...part, url: '' } : part)) }
    : message

/** Draws a picture without an address, which a page’s policy may forbid. */
export async function drawThumbnail(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file)
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
}
