/** Collects whole numbers from 0 to 2^31 in as few bytes as they need: seven bits a byte, the high bit means "goes on". */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  #length = 0

  number(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#byte((rest & 127) | 128)
      rest >>>= 7
    }
    this.#byte(rest)
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
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
