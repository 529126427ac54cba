/** The letter of a pressed key; on a keyboard of another script the one that a Latin keyboard has in the same place. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  (/^[\w./]$/.test(key) ? key : code.slice(-1)).toLowerCase()
