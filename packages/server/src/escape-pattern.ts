/** The pattern that matches exactly this text. `RegExp.escape` needs Node 24. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
