/** Milliseconds that a `Retry-After`, which is seconds or a date, asks to wait; nothing when it cannot be read. */
export const readRetryAfter = (written: string | null | undefined): number | undefined => {
  if (!written?.trim()) return undefined
  const seconds = Number(written)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(written) - Date.now() : seconds * 1_000
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}
