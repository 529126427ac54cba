import { useRef } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import { iconButton } from './class-names.ts'
import { icons } from './icons.tsx'

/** Opens the browser's file picker. */
export function AttachButton({
  types,
  onFiles,
}: {
  types: readonly string[]
  onFiles: (files: Iterable<File>) => void
}) {
  const texts = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={`${iconButton} m-1.5 -me-2`}
        title={texts.attach}
        onClick={() => input.current?.click()}
      >
        {icons.attach}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={types.join(',')}
        aria-label={texts.attach}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? [])
          // Lets the reader choose the same file again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
