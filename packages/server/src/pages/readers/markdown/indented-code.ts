import { indentOf } from '../../text-lines.ts'

const listMark = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/

/** Tells code that is indented by four from what is indented in lists, line by line. */
export class IndentedCode {
  #isInList = false
  #isAfterEmpty = true
  #isCode = false

  /** Whether the next line is code. */
  isCode(line: string): boolean {
    if (line.trim() === '') {
      this.#isAfterEmpty = true
      return false
    }
    const isDeep = line.startsWith('    ') || line.startsWith('\t')
    if (listMark.test(line) && !(isDeep && !this.#isInList)) this.#isInList = true
    else if (this.#isAfterEmpty && indentOf(line) === 0) this.#isInList = false
    this.#isCode = isDeep && !this.#isInList && (this.#isAfterEmpty || this.#isCode)
    this.#isAfterEmpty = false
    return this.#isCode
  }
}
