import type { PagePlace } from '../../src/generators/navigation.ts'

/** Undefined for what a place must not have. */
type PartOfPlace = { readonly [Key in keyof PagePlace]?: PagePlace[Key] | undefined }

/**
 * Sources of a small site, and what its generator publishes of them: read off sites that the generators have built, unless a
 * comment says otherwise.
 */
export interface Fixture {
  /** What the site shows, for the name of the test. */
  readonly shows: string
  readonly files: Readonly<Record<string, string>>
  /** The folder of the pages. @default the project */
  readonly folder?: string
  readonly siteUrl?: string
  /** Paths are below the folder of the pages. */
  readonly expected: {
    /** Of all pages: files that aren't here are left out. Undefined for an address that can't be known. */
    readonly addresses: Readonly<Record<string, string | undefined>>
    /** The pages that the navigation names, in its order. */
    readonly order?: readonly string[]
    readonly trails?: Readonly<Record<string, readonly string[]>>
    readonly places?: Readonly<Record<string, PartOfPlace>>
    /** What pages are parsed to, by their places. */
    readonly sections?: Readonly<Record<string, readonly object[]>>
  }
}

/** Pages that don't matter but for their paths. */
export const pages = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, '# Page']))

/** A page with front matter of these lines. */
export const matter = (...lines: string[]): string => ['---', ...lines, '---', '# Page'].join('\n')

/** The same files in another folder. */
export const inFolder = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
