import { trimSlashes } from '../pages/links.ts'
import { trySource } from './read-source.ts'
import { type SourceFile, textsIn } from './source-tree.ts'
import type { Tree } from './tree.ts'

/** Names of the configuration of Next.js. */
export const nextNames = ['next.config.mjs', 'next.config.js', 'next.config.ts', 'next.config.cjs']

/** The configuration of Next.js; undefined without one. */
export async function readNextConfiguration(tree: Tree): Promise<SourceFile | undefined> {
  const file = await tree.find({ place: 'above', names: nextNames })
  return file && trySource(file.path, file.text)
}

/** A setting that is a path, whatever function it's given to; empty without it. */
export const pathSetting = (file: SourceFile | undefined, name: string): string =>
  trimSlashes(textsIn(file?.properties(name) ?? [])[0] ?? '')
