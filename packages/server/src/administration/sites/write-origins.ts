/** As a browser writes it in an `Origin` header: lower case, without a default port. */
export const normalizeOrigin = (origin: string): string => new URL(origin).origin

/** Web origins as they are stored: each once, as a browser writes it. */
export const writeOrigins = (origins: readonly string[]): string =>
  JSON.stringify([...new Set(origins.map(normalizeOrigin))])
