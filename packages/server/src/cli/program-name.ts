import type { Environment } from './program-parts.ts'

/** How the command was started, to be typed again: `sidenote`, `npx sidenote` or `pnpm sidenote`. */
export const programName = (environment: Environment): string => {
  if (environment.npm_config_user_agent?.startsWith('pnpm/')) return 'pnpm sidenote'
  return environment.npm_command === 'exec' ? 'npx sidenote' : 'sidenote'
}

/** A text as one word of a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
