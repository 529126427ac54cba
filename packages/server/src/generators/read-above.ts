import type { ReadText } from './site.ts'

export interface WrittenFile {
  readonly path: string
  readonly text: string
}

/** The first of some files that says what is looked for, in the folder or one above. */
export async function readAbove(
  folder: string,
  names: readonly string[],
  read: ReadText,
  isMeant: (text: string) => boolean = () => true,
): Promise<WrittenFile | undefined> {
  for (const above of foldersAbove(folder)) {
    for (const name of names) {
      const path = above === '' ? name : `${above}/${name}`
      const text = await read(path)
      if (text !== undefined && isMeant(text)) return { path, text }
    }
  }
  return undefined
}

/** A folder and those that it is in, the nearest first. */
export const foldersAbove = (folder: string): string[] => {
  const steps = folder.split('/').filter(Boolean)
  return Array.from({ length: steps.length + 1 }, (_, cut) => steps.slice(0, steps.length - cut).join('/'))
}
