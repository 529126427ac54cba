/** The milliseconds that a `Retry-After` header, in seconds or as a date, asks for; undefined when it has another form. */
export const readRetryAfter = (header: string | null | undefined): number | undefined => {
  if (!header?.trim()) return undefined
  const seconds = Number(header)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined
}

/** The milliseconds that a provider of models asks for: some send `retry-after-ms` beside `Retry-After`. */
export const readPatience = (headers: Readonly<Record<string, string>>): number | undefined => {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  return milliseconds >= 0 ? milliseconds : readRetryAfter(headers['retry-after'])
}
