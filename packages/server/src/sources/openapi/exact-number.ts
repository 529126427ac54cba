declare global {
  interface JSON {
    /** @see https://github.com/tc39/proposal-json-parse-with-source */
    rawJSON(text: string): { readonly rawJSON: string }
    isRawJSON(value: unknown): value is { readonly rawJSON: string }
  }
}

/** A number of a document as it is written, which JSON writes so again; a text where JSON has no such number. */
export const exactNumber = (written: string): unknown => {
  try {
    return JSON.rawJSON(written)
  } catch {
    return written
  }
}

/** A number of a document as text; undefined for any other value. */
export const numberText = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return JSON.isRawJSON(value) ? value.rawJSON : undefined
}
