import type { MessageMetadata, Statement } from '@sidenote/contract'

/** The statements of an answer that were checked, each once, with the sources that it cites and whether one supports it. */
export const listStatements = ({
  citations = [],
  unsupported = [],
}: Pick<MessageMetadata, 'citations' | 'unsupported'>) => {
  const wrong = new Set(unsupported)
  const statements = new Map<string, Statement>()
  for (const { sentence, number } of citations) {
    const sources = [...(statements.get(sentence)?.sources ?? []), number]
    statements.set(sentence, { text: sentence, supported: !wrong.has(sentence), sources })
  }
  for (const text of wrong) if (!statements.has(text)) statements.set(text, { text, supported: false, sources: [] })
  return [...statements.values()]
}

/** Percent of the statements that a source supports; null when there is none. */
export const strengthOf = (statements: readonly Statement[]): number | null =>
  statements.length === 0
    ? null
    : Math.floor((100 * statements.filter(({ supported }) => supported).length) / statements.length)
