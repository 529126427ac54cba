import { useState } from 'react'

/**
 * Values that somebody changes before they are saved. What is stored shows through until then, also when it changes.
 * @param stored the values that are stored
 */
export const useDraft = <Values extends object>(stored: Values) => {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const values: Values = { ...stored, ...changes }
  return {
    values,
    isChanged: JSON.stringify(values) !== JSON.stringify(stored),
    set: (more: Partial<Values>) => setChanges((current) => ({ ...current, ...more })),
    reset: () => setChanges({}),
  }
}
