import { startVisibleText } from '../../visible-text.ts'

const opening = /^<(think|thinking|reasoning|tool_call)>/i
/** Characters: longer than any mark. */
const longestMark = 14

/** Lets what a model says pass, without its thoughts. */
export interface ThoughtFilter {
  /** Takes the next piece of a step, and gives the words that are certain by now. */
  push(text: string): string
  /** Gives what was held back, at the end of a step. */
  end(): string
  /** True when a call of a tool was removed. */
  readonly hadCall: boolean
}

/**
 * Removes `<think>…</think>` where a step begins with it: servers of open models send thoughts as text when they aren't
 * configured for the marks of their model, and the same goes for calls of tools (`<tool_call>`). Further on it stays,
 * because a page may write about it. Blanks before the first word go as well, and what nobody sees goes everywhere: a model that
 * says nothing else has said nothing.
 */
export const createThoughtFilter = (): ThoughtFilter => {
  const visible = startVisibleText()
  let held = ''
  let closing: string | undefined
  let isPast = false
  let hadCall = false

  return {
    push(text) {
      if (isPast) return visible.push(text)
      held = (held + visible.push(text)).trimStart()
      if (closing === undefined) {
        const name = opening.exec(held)?.[1]
        if (name?.toLowerCase() === 'tool_call') hadCall = true
        if (name !== undefined) closing = `</${name.toLowerCase()}>`
        else if (held === '' || (/^<\w*$/.test(held) && held.length < longestMark)) return ''
        else {
          isPast = true
          return held
        }
      }
      const at = held.toLowerCase().indexOf(closing)
      if (at < 0) {
        held = held.slice(-longestMark)
        return ''
      }
      const rest = held.slice(at + closing.length)
      held = ''
      closing = undefined
      return this.push(rest)
    },
    end: () => (isPast || closing !== undefined ? '' : held),
    get hadCall() {
      return hadCall
    },
  }
}
