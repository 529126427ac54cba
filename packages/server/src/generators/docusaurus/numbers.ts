import { withoutExtension } from '../../pages/links.ts'

/** `02-first-steps` is `first-steps`, the second; dates and versions are no numbers. */
export function splitNumber(part: string): { name: string; number: number | undefined } {
  const [, number, name] = /^\d+[-_.]\d+/.test(part) ? [] : (/^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(part) ?? [])
  return name === undefined ? { name: part, number: undefined } : { name, number: Number(number) }
}

/** Whether a document stands for its folder. */
export function isFolderIndex(path: string): boolean {
  const [name = '', folder] = withoutExtension(path).toLowerCase().split('/').reverse()
  return name === 'index' || name === 'readme' || name === folder
}
