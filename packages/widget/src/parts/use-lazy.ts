import { useEffect, useState } from 'react'

/**
 * Loads a part of the panel when it's first needed.
 * @param load undefined until the part is needed
 * @param giveUp called if it couldn't be loaded. It should undo the reader's action, so that doing it again tries again
 * @returns the part's module once it's there, and whether the last try failed
 */
export function useLazy<Module>(
  load: (() => Promise<Module>) | undefined,
  giveUp: () => void,
): { readonly module: Module | undefined; readonly hasFailed: boolean } {
  const [module, setModule] = useState<Module>()
  const [hasFailed, setFailed] = useState(false)
  const isNeeded = load !== undefined && module === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it's always the same file
  useEffect(() => {
    if (!isNeeded) return
    setFailed(false)
    load?.().then(setModule, () => {
      setFailed(true)
      giveUp()
    })
  }, [isNeeded])
  return { module, hasFailed }
}
