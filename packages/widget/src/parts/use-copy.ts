import { useEffect, useState } from 'react'

/** Copies text and tells for two seconds that it did. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return {
    isCopied,
    copy: (text) => {
      void navigator.clipboard?.writeText(text).then(
        () => setIsCopied(true),
        () => {},
      )
    },
  }
}
