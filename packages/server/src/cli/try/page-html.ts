import { escapeHtml } from '../../escape-html.ts'

const styles = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; display: flex; flex-wrap: wrap; overflow-wrap: anywhere }
nav { flex: 1 1 14rem; max-width: 20rem; padding: 2rem 1.2rem; font-size: .9rem }
nav ul { list-style: none; margin: 0; padding: 0 }
main { flex: 3 1 30rem; max-width: 46rem; padding: 2rem 1.2rem 6rem }
p, pre { white-space: pre-wrap }
pre { font: .85em/1.5 ui-monospace, monospace; border: 1px solid #8885; border-radius: .5rem; padding: .8rem 1rem }
.note { opacity: .75 }
`

/** A link of the list of pages: where it leads here, and the page’s title. */
export interface PageLink {
  readonly href: string
  readonly title: string
}

/** Writes Markdown as headings, paragraphs and code, each as plain text: it is only there to be looked at beside an answer. */
const writeText = (markdown: string, slug: (heading: string) => string): string => {
  let html = ''
  let open: string[] = []
  let fence = ''
  const close = (tag: 'p' | 'pre') => {
    if (open.length > 0) html += `<${tag}>${escapeHtml(open.join('\n'))}</${tag}>\n`
    open = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? ''
    const [, signs, heading] = (fence === '' && /^(#{1,6}) (.+)$/.exec(line)) || []
    if (fence !== '' && line.trim() === fence) {
      close('pre')
      fence = ''
    } else if (fence !== '') open.push(line)
    else if (mark !== '' || heading !== undefined || line.trim() === '') {
      close('p')
      fence = mark
      if (signs && heading) {
        html += `<h${signs.length} id="${escapeHtml(slug(heading))}">${escapeHtml(heading)}</h${signs.length}>\n`
      }
    } else open.push(line)
  }
  close(fence === '' ? 'p' : 'pre')
  return html
}

/** Writes a page of the site that is tried, with the assistant on it. @param slug writes the anchor of a heading */
export const writePage = (page: {
  readonly markdown: string
  readonly links: readonly PageLink[]
  readonly tag: string
  readonly note: string
  readonly slug: (heading: string) => string
}): string => {
  const { markdown, links, tag, note, slug } = page
  const list = links.map(({ href, title }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sidenote on your pages</title>
<style>${styles}</style>
<nav><p class="note">${escapeHtml(note)}</p><ul>${list.join('')}</ul></nav>
<main>${writeText(markdown, slug)}</main>
${tag}
</html>
`
}
