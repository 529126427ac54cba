/**
 * Milliseconds that a service asks to wait for; nothing when it does not say, or not plainly. `Retry-After` is seconds or a
 * date; `retry-after-ms` is what some providers of models send beside it.
 */
export const readRetryAfter = (headers: Readonly<Record<string, string>>): number | undefined => {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const written = headers['retry-after']
  if (written === undefined || written.trim() === '') return undefined
  const seconds = Number(written)
  const found = Number.isNaN(seconds) ? Date.parse(written) - Date.now() : seconds * 1_000
  return Number.isFinite(found) ? Math.max(0, found) : undefined
}
