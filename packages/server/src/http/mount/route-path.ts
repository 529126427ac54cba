/** A path of the contract as Express writes it. The path of a page may hold slashes. */
export const routePath = (path: string): string =>
  path.replace('{path}', '*path').replaceAll('{', ':').replaceAll('}', '')
