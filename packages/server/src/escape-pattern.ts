/** A text as the pattern that matches it alone. `RegExp.escape` needs Node 24. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
