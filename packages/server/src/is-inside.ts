import { sep } from 'node:path'

/** Whether one real path is inside the folder of another; a folder isn't inside itself. */
export const isInside = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
