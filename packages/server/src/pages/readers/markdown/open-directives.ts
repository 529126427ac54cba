import { closesFence, type FenceLine } from './fences.ts'
import { isMystOption, type MystDirective } from './myst.ts'

/** Directives of MyST whose bodies are Markdown, and what stands between a first line and its body. */
export class OpenDirectives {
  readonly #open: MystDirective[] = []
  #isInOptions = false
  #isInYaml = false

  /** Returns what readers see of the first line. */
  open(directive: MystDirective): string {
    // Colons end where those of any container do.
    if (directive.body === 'text' && !directive.hasColons) this.#open.push(directive)
    this.#isInOptions = true
    return directive.line
  }

  /** Whether a line belongs to the options: `:name: value` in lines of their own, or YAML between lines of `---`. */
  takesOption(line: string): boolean {
    if (!this.#isInOptions) return false
    const isRule = line.trim() === '---'
    if (this.#isInYaml || isRule) {
      if (isRule) this.#isInYaml = !this.#isInYaml
      this.#isInOptions = this.#isInYaml
      return true
    }
    this.#isInOptions = isMystOption(line)
    return this.#isInOptions
  }

  /** Whether a line of marks ends the last directive. */
  close(line: FenceLine): boolean {
    const last = this.#open.at(-1)
    if (!last || !closesFence(last, line)) return false
    this.#open.pop()
    return true
  }
}
