import type { Attachment, AttachmentError, FileBatch } from './attachments.ts'

const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** What files may be attached. */
interface AttachmentRules {
  readonly types: readonly string[]
  /** How many more files the question can take. */
  readonly room: number
  readonly maximumBytes: number
}

/** Reads files that the reader chose, pasted or dropped. This file is loaded with the first of them. */
export async function readAttachments(files: readonly File[], rules: AttachmentRules): Promise<FileBatch> {
  const { types, room, maximumBytes } = rules
  const attachments: Attachment[] = []
  let error: AttachmentError | undefined
  for (const file of files) {
    const { name, size, type } = file
    if (!types.includes(type)) error = { kind: 'type', name }
    else if (size > maximumBytes) error = { kind: 'size', name }
    else if (attachments.length >= room) error = { kind: 'count', name }
    else {
      const url = await readAddress(file).catch(() => undefined)
      if (url) attachments.push({ file, part: { type: 'file', mediaType: type, filename: name, url } })
      else error = { kind: 'unreadable', name }
    }
  }
  return { attachments, error }
}

/** Draws an image, cropped to a square. A canvas needs no address, which a page's policy may forbid. */
export async function drawThumbnail(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file)
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
}
