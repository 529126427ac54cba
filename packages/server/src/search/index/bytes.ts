/**
 * Collects whole numbers from 0 to 2^31 in as few bytes as they need, and bytes between them: seven bits a byte, the lowest
 * first; the high bit means "goes on" (LEB128, as in DWARF and Protocol Buffers).
 */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  /** How many bytes were written. */
  length = 0

  number(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#reserve(5)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** Copies the bytes from one place of these to another. */
  bytes(value: Uint8Array, start = 0, end = value.length): void {
    this.#reserve(end - start)
    const bytes = this.#bytes
    let { length } = this
    // A call into the engine costs more than copying the few bytes that most pieces have.
    for (let at = start; at < end; at++) bytes[length++] = value[at] ?? 0
    this.length = length
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.at >= this.#bytes.length
  }

  number(): number {
    let value = 0
    let shift = 0
    for (;;) {
      const byte = this.#bytes[this.at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
      shift += 7
    }
  }
}
