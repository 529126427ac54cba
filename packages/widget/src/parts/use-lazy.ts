import { useEffect, useState } from 'react'

/**
 * A part of the panel that is fetched when it is first wanted. Such parts hold no state of their own: their file may come
 * with another copy of React than the panel's, when that was fetched a second time after a failure.
 * @param load `undefined` while it is not wanted
 * @param giveUp takes the wish back when it could not be fetched: the panel stays as it is, and the next wish tries again
 * @returns the part's module, and whether the last try to fetch it was in vain
 */
export function useLater<Module>(
  load: (() => Promise<Module>) | undefined,
  giveUp: () => void,
): { readonly later: Module | undefined; readonly isLost: boolean } {
  const [later, setLater] = useState<Module>()
  const [isLost, setLost] = useState(false)
  const isWanted = load !== undefined && later === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same file whoever asks for it
  useEffect(() => {
    if (!isWanted) return
    setLost(false)
    load?.().then(setLater, () => {
      setLost(true)
      giveUp()
    })
  }, [isWanted])
  return { later, isLost }
}
