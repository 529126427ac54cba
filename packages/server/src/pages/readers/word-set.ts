/** The words of a list that are parted by blanks. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
