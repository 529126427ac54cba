import type { Attachment, AttachmentError, ReadFiles } from './attachments.ts'

const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/**
 * Reads what the reader chose, pasted or dropped. What cannot be attached is told, the last of it at least. Loaded with the
 * first file.
 */
export async function readFiles(
  files: readonly File[],
  { types, room, mostBytes }: { types: readonly string[]; room: number; mostBytes: number },
): Promise<ReadFiles> {
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

/** Draws a picture without an address, which a page’s policy may forbid. */
export async function drawThumbnail(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file)
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
}
