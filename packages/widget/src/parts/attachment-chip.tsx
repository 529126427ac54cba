import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '../chat/attachments.ts'
import { useTexts } from '../locales/use-texts.ts'
import { Chip } from './context-chip.tsx'
import { icons } from './icons.tsx'

function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(true)
  useEffect(() => {
    import('../chat/read-attachments.ts')
      .then(({ drawThumbnail }) => canvas.current && drawThumbnail(canvas.current, file))
      .catch(() => setDrawn(false))
  }, [file])
  return isDrawn ? (
    <canvas className="-ms-[5px] size-5 rounded-[5px]" ref={canvas} width={60} height={60} />
  ) : (
    icons.file
  )
}

/** A file that goes with the next question. An image shows as a thumbnail. */
export function AttachmentChip({ attachment: { file }, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const icon = file.type.startsWith('image/') ? <Thumbnail file={file} /> : icons.file
  return <Chip icon={icon} label={file.name} removeLabel={useTexts().removeFile(file.name)} onRemove={onRemove} />
}

/** A file that was attached to a question. */
export const FileChip = ({ name }: { name: string }) => <Chip icon={icons.file} label={name} removeLabel="" />
