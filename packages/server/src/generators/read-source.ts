import { extname } from 'node:path/posix'
import { readJson } from './read-json.ts'
import { readScript } from './read-script.ts'
import { readYaml } from './read-yaml.ts'
import { SourceError, type SourceFile } from './source-tree.ts'

/** Reads JSON, YAML, JavaScript or TypeScript, by the extension. @throws SourceError */
export function readSource(path: string, text: string): SourceFile {
  switch (extname(path)) {
    case '.yml':
    case '.yaml':
      return readYaml(path, text)
    case '.json':
      return readJson(path, text)
    default:
      return readScript(path, text)
  }
}

/** `readSource` of a file that isn't needed; undefined if it can't be parsed. */
export function trySource(path: string, text: string): SourceFile | undefined {
  try {
    return readSource(path, text)
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}
