/** A page as lists and sources may write it: `/guides/install#linux` is `guides/install`. */
export const plainPath = (path: string): string => {
  const [page = ''] = path.trim().split('#')
  return page
    .split('/')
    .filter((part) => part !== '')
    .join('/')
}
