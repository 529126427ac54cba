/** The fields of a value from outside, to be checked one by one. Anything but an object has none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The value if it's a string. */
export const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
