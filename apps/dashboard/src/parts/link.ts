/** How a link within text looks: told from the words around it by more than its colour. */
export const linkStyle = 'text-accent underline decoration-edge underline-offset-2 hover:decoration-accent'
