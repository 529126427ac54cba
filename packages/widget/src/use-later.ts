import { useEffect, useState } from 'react'

/**
 * A part of the panel that is fetched when it is first wanted. Such parts hold no state of their own: their file may come
 * with another copy of React than the panel's, when that was fetched a second time after a failure.
 * @param load `undefined` while it is not wanted
 */
export function useLater<Module>(load: (() => Promise<Module>) | undefined): Module | undefined {
  const [module, setModule] = useState<Module>()
  const isWanted = load !== undefined && module === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same file whoever asks for it
  useEffect(() => {
    // Without it the panel stays as it is; the next try may do better.
    if (isWanted) load?.().then(setModule, () => {})
  }, [isWanted])
  return module
}
