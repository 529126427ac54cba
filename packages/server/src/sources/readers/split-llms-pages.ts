/** How `llms-full.txt` begins a page: its title, then its address. */
const pageStart = /^# [^\n]{1,500}\n+(?:Source|URL): *(https?:\/\/\S{1,2000})[^\n]*\n/gm

/** A page in a list for language models. */
export interface LlmsPage {
  readonly url: string
  /** The whole page, its title first. */
  readonly markdown: string
}

/** Splits a `llms-full.txt` into its pages; one that doesn't say where they begin has none. */
export function splitLlmsPages(text: string): LlmsPage[] {
  const starts = [...text.matchAll(pageStart)]
  return starts.flatMap((start, index) => {
    const [head, url = ''] = start
    if (!URL.canParse(url)) return []
    const title = head.slice(0, head.indexOf('\n'))
    const body = text.slice(start.index + head.length, starts[index + 1]?.index)
    return [{ url, markdown: `${title}\n\n${body.trim()}\n` }]
  })
}
