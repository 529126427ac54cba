/** How a link within text looks: told from the words around it by more than its colour. */
export const linkStyle = 'text-accent underline decoration-edge underline-offset-2 hover:decoration-accent'

/** An address that a browser may be led to; undefined for anything but a web page, such as a script. */
export const webAddress = (address: string | null | undefined): string | undefined =>
  address && URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol) ? address : undefined
