import { findPassage } from './sentences.ts'

/** The words that a link's text fragment names. */
const namedIn = (url: string): string => {
  const named = /:~:text=(?:[^,&]*-,)?([^,&]+)/.exec(url)?.[1] ?? ''
  try {
    return decodeURIComponent(named)
  } catch {
    return ''
  }
}

/** The passage in three parts: before, the sentence that matters, and after. */
export function markedPassage(
  snippet: string,
  passage: string | undefined,
  url: string,
): readonly [string, string, string] {
  const sentence = passage ?? namedIn(url)
  const place = sentence ? findPassage(snippet, sentence) : undefined
  if (!place) return passage ? ['', passage, ''] : [snippet, '', '']
  const [start, end] = place
  const rest = snippet.slice(end)
  // A link names the first words only; the mark goes to the end of their sentence.
  const ending = passage ? 0 : (/^[^.!?\n]*[.!?]?/.exec(rest)?.[0].length ?? 0)
  return [snippet.slice(0, start), snippet.slice(start, end + ending), rest.slice(ending)]
}
