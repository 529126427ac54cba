import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { type AttachmentError, type FileBatch, maximumBytes, maximumFiles } from '../chat/attachments.ts'
import { useSlice, useStore } from '../chat/use-store.ts'
import type { PanelTexts } from '../locales/texts.ts'
import { useTexts } from '../locales/use-texts.ts'

function errorText({ kind, name }: AttachmentError, { fileErrors }: PanelTexts): string {
  if (kind === 'size') return fileErrors.size(name, maximumBytes / 1_000_000)
  return kind === 'count' ? fileErrors.count(maximumFiles) : fileErrors[kind](name)
}

/** Media types that may be attached, unless the owner names some. */
const none: readonly string[] = []

/** Takes files from the button, from paste and from drop, if the owner allows attachments. */
export function useAttachments() {
  const texts = useTexts()
  const { draft, options } = useStore()
  const types = useSlice(options, ({ attachments = none }) => attachments)
  const [error, setError] = useState<AttachmentError>()
  const isAllowed = types.length > 0
  const keep = (batch: FileBatch) => {
    draft.attach(batch.attachments)
    setError(batch.error)
  }
  const read = (list: Iterable<File>) => {
    // Copied now, since the browser empties a drop's list afterwards.
    const files = [...list]
    import('../chat/read-attachments.ts')
      .then(({ readAttachments }) =>
        readAttachments(files, { types, room: maximumFiles - draft.state.get().attachments.length, maximumBytes }),
      )
      .then(keep, () => keep({ attachments: [], error: { kind: 'unreadable', name: files[0]?.name ?? '' } }))
  }
  return {
    types,
    /** A sentence about the last file that couldn't be attached. */
    problem: isAllowed && error ? errorText(error, texts) : undefined,
    read: isAllowed ? read : undefined,
    onPaste(event: ClipboardEvent) {
      const { files, types: kinds } = event.clipboardData
      // Copied tables and documents come as text and as a picture of it; the text wins.
      if (!isAllowed || files.length === 0 || kinds.includes('text/plain')) return
      event.preventDefault()
      read(files)
    },
    onDragOver(event: DragEvent) {
      if (isAllowed && event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const { files } = event.dataTransfer
      if (!isAllowed || files.length === 0) return
      event.preventDefault()
      read(files)
    },
  }
}
