/** `// [!code focus]` behind a line, and alone for the lines below. What is added or removed (`++`, `--`) is said to readers. */
const behind =
  /[ \t]?(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]?\[!code (?:focus|highlight|hl|warning|error|word)(?::[^\]\n]{0,100})?\][ \t]?(?:-->|\*\/\}?)?$/
/** `// highlight-next-line` of Docusaurus. */
const alone = /^[ \t]*(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]*highlight-(?:next-line|start|end)[ \t]*(?:-->|\*\/\}?)?$/

/** Code without the comments that only say how it is shown, which readers do not see. */
export function withoutCodeMarks(code: string, language: string | null): string {
  // There they are what is explained.
  if (!/\[!code |highlight-/.test(code) || /^(?:md|mdx|markdown)$/.test(language ?? '')) return code
  return code
    .split('\n')
    .flatMap((line) => {
      if (alone.test(line.trimEnd())) return []
      const kept = line.trimEnd().replace(behind, '')
      return kept.trim() === '' && line.trim() !== ''
        ? []
        : [kept.length < line.trimEnd().length ? kept.trimEnd() : line]
    })
    .join('\n')
}
