/** The encoding that the mark at the beginning of a file names. */
export function markedEncoding(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** UTF-8, or UTF-16 when the file begins with its mark. What is not valid becomes U+FFFD; NUL, which no page means, goes. */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder(markedEncoding(bytes) ?? 'utf-8').decode(bytes).replaceAll('\0', '')
}
