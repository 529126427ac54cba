import { useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** For pages that came by plain HTTP, to which browsers give no clipboard. */
function copySelected(text: string): boolean {
  let holder = document.activeElement
  while (holder?.shadowRoot?.activeElement) holder = holder.shadowRoot.activeElement
  const box = document.createElement('textarea')
  box.value = text
  // No on-screen keyboard comes for it.
  box.readOnly = true
  box.style.position = 'fixed'
  box.style.opacity = '0'
  // Beside the body, which may be inert.
  document.documentElement.append(box)
  box.focus({ preventScroll: true })
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (holder instanceof HTMLElement) holder.focus({ preventScroll: true })
  return isCopied
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/**
 * Copies text and tells for a few seconds what came of it.
 * @param name of the button, in whose place that is told
 */
export function useCopy(name: string) {
  const texts = useTexts()
  const [isCopied, setIsCopied] = useState<boolean>()
  useEffect(() => {
    if (isCopied === undefined) return
    const timer = setTimeout(() => setIsCopied(undefined), isCopied ? 2_000 : 4_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const failure = isCopied === false ? texts.copyFailed : undefined
  return {
    isCopied,
    label: isCopied ? texts.copied : (failure ?? name),
    failure,
    /** The name of a button that has the focus may change without a word. */
    told: isCopied ? (
      <span className="sr-only" role="alert">
        {texts.copied}
      </span>
    ) : null,
    copy: (text: string) => void write(text).then(setIsCopied),
  }
}
