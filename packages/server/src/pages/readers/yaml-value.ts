import { isCollection, type parseDocument, visit } from 'yaml'

/**
 * The value of a YAML document, without keys that are lists or records: writing out those within each other as names takes
 * minutes for a line. Throws for more aliases than that, which could fill the memory, and for what is nested too deeply.
 */
export function yamlValue(document: ReturnType<typeof parseDocument>, mostAliases: number): unknown {
  visit(document, { Pair: (_, { key }) => (isCollection(key) ? visit.REMOVE : undefined) })
  return document.toJS({ maxAliasCount: mostAliases })
}

/** What the parser of YAML says of a mistake, on one line. */
export const yamlMistake = (message: string): string =>
  message.startsWith('Maximum call stack') ? 'It is nested too deeply.' : message.replace(/\s+/g, ' ')
