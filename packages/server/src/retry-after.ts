/** Milliseconds that a `Retry-After`, which is seconds or a date, asks to wait; nothing when it cannot be read. */
export const readRetryAfter = (written: string | null | undefined): number | undefined => {
  if (!written?.trim()) return undefined
  const seconds = Number(written)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(written) - Date.now() : seconds * 1_000
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}

/** The same of all headers of an answer: some providers of models send `retry-after-ms` beside `Retry-After`. */
export const readPatience = (headers: Readonly<Record<string, string>>): number | undefined => {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  return milliseconds >= 0 ? milliseconds : readRetryAfter(headers['retry-after'])
}
