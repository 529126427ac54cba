/** UTF-8, or UTF-16 when the file begins with its mark. What is not valid becomes U+FFFD; NUL, which no page means, goes. */
export function decodeText(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
}
