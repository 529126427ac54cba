/** A block of nothing but line numbers, which some generators put beside the code. */
const hasNumbersOnly = (block: Element): boolean => /^[\d\s]+$/.test(block.textContent ?? '')

/** The blocks of code in an element. */
export function codeBlocks(element: Element): HTMLElement[] {
  const blocks = [...element.querySelectorAll('pre')]
  return blocks.length > 1 ? blocks.filter((block) => !hasNumbersOnly(block)) : blocks
}

/** The code block that an element is in, or whose line numbers it is in. */
export function codeBlockOf(element: Element): HTMLElement | undefined {
  const block = element.closest('pre')
  const row = block && hasNumbersOnly(block) ? block.closest('tr') : null
  return (row && codeBlocks(row)[0]) ?? block ?? undefined
}
