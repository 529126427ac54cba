/** Parses JSON from outside; undefined when it isn’t JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The same, of which numbers that JavaScript would write otherwise (`9007199254740993`, `1.10`) become what `readNumber` makes of
 * them as they are written.
 */
export const parseExactJson = (text: string, readNumber: (written: string) => unknown): unknown => {
  // Node gives what is written; TypeScript doesn't know yet.
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? readNumber(context.source)
      : value
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}
