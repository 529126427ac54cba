/** The script tag that brings the widget onto a page. `url` is the server’s address for browsers. */
export const scriptTag = ({ url, domain, key }: { url: string; domain: string; key: string }): string =>
  `<script src="${url}/widget.js" data-domain="${domain}" data-key="${key}" async></script>`
