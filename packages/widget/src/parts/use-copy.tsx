import { useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'

/** Copies by `execCommand`, for pages on plain HTTP, where browsers have no clipboard. */
function copyByCommand(text: string): boolean {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const box = document.createElement('textarea')
  box.value = text
  // Keeps the on-screen keyboard away.
  box.readOnly = true
  box.style.position = 'fixed'
  box.style.opacity = '0'
  // Not into the body, which may be inert.
  document.documentElement.append(box)
  box.focus({ preventScroll: true })
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (active instanceof HTMLElement) active.focus({ preventScroll: true })
  return isCopied
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/**
 * Copies text, and shows for a few seconds whether that worked.
 * @param name the button's usual label
 * @returns `label` for the button, and `announcement` to render beside it
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
    /** For screen readers, which may ignore a new name of the button that has the focus. */
    announcement: isCopied ? (
      <span className="sr-only" role="alert">
        {texts.copied}
      </span>
    ) : null,
    copy: (text: string) => void copyText(text).then(setIsCopied),
  }
}
