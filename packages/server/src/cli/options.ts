import { type Command, InvalidArgumentError, Option } from 'commander'

const mostDays = 3_650

/** The number that a text of digits stands for; undefined for any other text. */
export const readDigits = (text: string): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number >= 0 && String(number) === text ? number : undefined
}

/** Reads an option that is a number of days. @throws InvalidArgumentError */
export const readDays = (text: string): number => {
  const days = readDigits(text)
  if (days !== undefined && days >= 1 && days <= mostDays) return days
  throw new InvalidArgumentError(`It must be a whole number of days, from 1 to ${mostDays}.`)
}

/** Reads an option that counts something; the server says how much is too much. @throws InvalidArgumentError */
export const readCount = (text: string): number => {
  const count = readDigits(text)
  if (count !== undefined && count >= 1) return count
  throw new InvalidArgumentError('It must be a whole number of 1 or more.')
}

/** Reads an option that can be repeated. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value]

/** An option that is one of these. */
export const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices)

/** Adds the options of lists that cover a range of time. */
export const withRange = (command: Command): Command =>
  command
    .option('--from <time>', 'from this day or time on (30 days ago)')
    .option('--to <time>', 'before this day or time (now)')
    .option('--limit <number>', 'how many')

/** Adds the option that continues a list. */
export const withCursor = (command: Command): Command =>
  command.option('--cursor <cursor>', 'continue after the previous page')

/** Adds the option that prints a list for a spreadsheet. */
export const withCsv = (command: Command): Command => command.option('--csv', 'print CSV, for a spreadsheet')

/** An empty text removes a value. */
export const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

/** The object without the fields that are undefined. */
export const present = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
