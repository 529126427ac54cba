import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects what nothing refers to any more, in all of this process’s memory. */
export const collectGarbage: () => void = runInNewContext('gc')
