const isBlock = (display: string): boolean => !/^(?:inline|contents|ruby|none)/.test(display)

/** Parts of a code block that aren't its code, and are left out when readers copy it. */
function isApart(element: Element, { display, userSelect }: CSSStyleDeclaration): boolean {
  return display === 'none' || userSelect === 'none' || element.matches('button, svg, [aria-hidden="true"]')
}

/** Text that grows by lines, however the page divides them. */
function createLines() {
  let text = ''
  /** A line has ended by its element, not by a character. */
  let isEnded = false
  return {
    get text() {
      return text
    },
    get length() {
      return text.length
    },
    write(part: string) {
      if (!part) return
      // A character that follows the element means the same end.
      if (isEnded && !part.startsWith('\n')) text += '\n'
      isEnded = false
      text += part
    },
    /** A new line begins, if there is text before it on the same one. */
    start() {
      if (isEnded || (text !== '' && !text.endsWith('\n'))) text += '\n'
      isEnded = false
    },
    /** A line that began at this length has ended. */
    end(start: number) {
      isEnded = text.length === start || !text.endsWith('\n')
    },
  }
}

/**
 * The code of a block as it's read. Generators divide it into lines by characters, by `<br>`, or by an element for each line;
 * line numbers and prompts that can't be selected aren't part of it.
 */
export function codeText(block: Element): string {
  const lines = createLines()
  const read = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) lines.write(child.data)
      if (!(child instanceof Element)) continue
      if (child.tagName === 'BR') {
        lines.write('\n')
        continue
      }
      const style = getComputedStyle(child)
      if (isApart(child, style)) continue
      if (!isBlock(style.display)) {
        read(child)
        continue
      }
      lines.start()
      const start = lines.length
      read(child)
      lines.end(start)
    }
  }
  read(block.querySelector('code') ?? block)
  // A page may forbid selecting anything.
  const text = lines.text.trim() ? lines.text : (block.textContent ?? '')
  // An empty line may have a space, so that it has a height.
  return text
    .split('\n')
    .map((line) => (line.trim() ? line : ''))
    .join('\n')
}
