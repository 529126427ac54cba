import { readPagePath } from './links.ts'

/** A link to another page of the site. */
export interface PageLink {
  /** Path of the page as the link names it, in lower case. */
  path: string
  text: string
}

const fenced = /^([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?^\1\2/gm
const link = /(?<!!)\[((?:[^[\]\\]|\\.|\[[^[\]]*\]){1,1000})\]\(<?([^\s()>]{1,2000})>?[^()]{0,1000}\)/g
const elsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i
const longestText = 200

/** The links of a page's Markdown to other pages, in order. Those to other sites and within the page are left out. */
export function linksOf(sections: readonly { content: string }[]): PageLink[] {
  const links: PageLink[] = []
  for (const { content } of sections) {
    for (const [, written = '', url = ''] of content.replace(fenced, '').matchAll(link)) {
      const text = written.replace(/[\\`*_[\]]/g, '').trim()
      if (text === '' || text.length > longestText || elsewhere.test(url)) continue
      links.push({ path: readPagePath(url).toLowerCase(), text })
    }
  }
  return links
}
