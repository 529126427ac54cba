import { findPassage } from './sentences.ts'

/** The words that a link's text fragment names (https://wicg.github.io/scroll-to-text-fragment/). */
const fragmentText = (url: string): string => {
  const text = /:~:text=(?:[^,&]*-,)?([^,&]+)/.exec(url)?.[1] ?? ''
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/**
 * Splits a snippet in three: the text before the supporting sentence, that sentence, and the text after it.
 * @param passage the supporting sentence, if the server named one
 * @param url a link whose text fragment names the sentence otherwise
 */
export function splitPassage(
  snippet: string,
  passage: string | undefined,
  url: string,
): readonly [string, string, string] {
  const sentence = passage ?? fragmentText(url)
  const range = sentence ? findPassage(snippet, sentence) : undefined
  if (!range) return passage ? ['', passage, ''] : [snippet, '', '']
  const [start, end] = range
  const rest = snippet.slice(end)
  // A link names the first words only; the highlight goes on to the end of their sentence.
  const length = passage ? 0 : (/^[^.!?\n]*[.!?]?/.exec(rest)?.[0].length ?? 0)
  return [snippet.slice(0, start), snippet.slice(start, end + length), rest.slice(length)]
}
