/** An address with everything but plain characters as `%C3`, and those as they are (RFC 9309, 2.2.2). */
export const comparableAddress = (address: string): string =>
  address
    .replace(/[^\x21-\x7e]+/gu, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (escaped, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16))
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
    })
