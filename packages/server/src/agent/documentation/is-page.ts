const endings = ['.md', '.mdx', '.markdown']

/** Whether a file of a repository is a page that the agent checks and lists. */
export const isPage = (file: string): boolean => endings.some((ending) => file.toLowerCase().endsWith(ending))
