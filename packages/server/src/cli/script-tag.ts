import { escapeHtml } from '../escape-html.ts'

interface TagDetails {
  /** The server’s address for browsers. */
  readonly url: string
  readonly domain: string
  readonly key: string
  /** What readers know the site as. Without it, the widget takes the name that the page gives itself. */
  readonly title?: string | undefined
}

/** The script tag that brings the widget onto a page. */
export const scriptTag = ({ url, domain, key, title }: TagDetails): string => {
  const named = title === undefined ? '' : ` data-title="${escapeHtml(title)}"`
  return `<script src="${url}/widget.js" data-domain="${domain}" data-key="${key}"${named} async></script>`
}
