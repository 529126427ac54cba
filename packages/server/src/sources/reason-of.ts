import { messageOf } from '../errors.ts'

/** Why a file or a folder cannot be read, as the end of a sentence without its full stop. */
export function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOTDIR') return 'it is not a folder'
  return messageOf(cause)
}
