/** What stands beside a number, in what it measures: time in milliseconds, size in bytes. */
interface Unit {
  readonly measures: string
  readonly factor: number
}

const units = new Map<string, Unit>()
const define = (measures: string, factor: number, names: string) => {
  for (const name of names.split(' ')) units.set(name, { measures, factor })
}
define(
  'time',
  1,
  'ms msec millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos',
)
define('time', 1_000, 's sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi')
define('time', 60_000, 'min mins minute minutes minuten minuto minutos minuti')
define('time', 3_600_000, 'h hour hours stunde stunden heure heures hora horas ora ore')
define('time', 86_400_000, 'day days tag tage tagen jour jours día días dia dias giorno giorni')
define('time', 604_800_000, 'week weeks woche wochen semaine semaines semana semanas')
define(
  'time',
  1,
  'milissegundo milissegundos millisecondo millisecondi milliseconden миллисекунда миллисекунды миллисекунд миллисекундах',
)
define('time', 1_000, 'secondo seconden секунда секунды секунд секундах')
define('time', 60_000, 'minuut минута минуты минут минутах')
define('time', 3_600_000, 'uur uren час часа часов часах')
define('time', 86_400_000, 'giorni dag dagen день дня дней днях')
define('size', 1, 'byte bytes octets байт байта байтов байтах')
define('size', 1e3, 'kb kilobyte kilobytes ko килобайт килобайтах')
define('size', 1e6, 'mb megabyte megabytes mo мегабайт мегабайтах')
define('size', 1e9, 'gb gigabyte gigabytes go гигабайт гигабайтах')
define('share', 1, '% percent prozent')

const writtenNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const quantity = /(?<![\w.])(\d+(?:[.,_]\d+)*)(?:[ -]?(%|\p{L}+)(?![\p{L}\d]))?/gu
const inWords = /(?<![\p{L}-])([a-z]{3,6})(?=[\s-](\p{L}+))/giu

interface Quantity {
  readonly value: number
  readonly unit: Unit | undefined
}

/** The numbers of a text, with the units that they have. */
export interface Quantities {
  readonly all: readonly Quantity[]
  /** Every number as it is written, whatever stands around it. */
  readonly digits: ReadonlySet<string>
  /** Units that stand by themselves, for all numbers that have none: “in milliseconds”. */
  readonly named: readonly Unit[]
}

const unitOf = (word: string | undefined): Unit | undefined => (word ? units.get(word.toLowerCase()) : undefined)
/** Units in languages without blanks between words; those that are also parts of other words only behind a number. */
const unspacedUnits = new Map([
  ...['毫秒', 'ミリ秒', '밀리초'].map((name) => [name, 'milliseconds'] as const),
  ...['秒', '초'].map((name) => [name, 'seconds'] as const),
  ...['分钟', '分鐘', '分', '분'].map((name) => [name, 'minutes'] as const),
  ...['小时', '小時', '時間', '시간'].map((name) => [name, 'hours'] as const),
  ...['天', '日', '일'].map((name) => [name, 'days'] as const),
  ...['字节', '位元組', 'バイト', '바이트'].map((name) => [name, 'bytes'] as const),
])
const withNumber = new RegExp(`(?<=\\d)\\s?(?:${[...unspacedUnits.keys()].join('|')})`, 'gu')
const alone = /毫秒|ミリ秒|밀리초|秒|分钟|分鐘|小时|小時|字节|位元組|バイト|바이트/gu
const withUnits = (text: string): string =>
  text
    .replace(withNumber, (name) => ` ${unspacedUnits.get(name.trim()) ?? ''} `)
    .replace(alone, (name) => ` ${unspacedUnits.get(name) ?? ''} `)

/** `3,000` and `3_000` are `3000`. */
const plainDigits = (number: string): string => number.replace(/[,_](?=\d{3}(?!\d))/g, '').replace(/[.,_]$/, '')

/** `10⁶` is `10^6`, as models write it. */
const withPowers = (text: string): string => text.replace(/[⁰¹²³⁴-⁹]+/g, (digits) => `^${digits.normalize('NFKC')}`)

/** Reads numbers; `three` is `3`. “One” is seldom a number. */
export const readQuantities = (written: string): Quantities => {
  const all: Quantity[] = []
  const text = withUnits(withPowers(written))
  for (const [, number = '', word] of text.matchAll(quantity)) {
    const value = Number(plainDigits(number).replace(',', '.'))
    if (!Number.isNaN(value)) all.push({ value, unit: unitOf(word) })
  }
  for (const [, number = '', word] of text.matchAll(inWords)) {
    const value = writtenNumbers.indexOf(number.toLowerCase())
    const unit = unitOf(word)
    if (value >= 0 && (value !== 1 || unit)) all.push({ value, unit })
  }
  return {
    all,
    digits: new Set([
      ...(text.match(/\d+(?:[.,_]\d+)*/g) ?? []).map(plainDigits),
      ...all.map(({ value }) => String(value)),
    ]),
    named: [...new Set((text.replace(quantity, ' ').match(/\p{L}+/gu) ?? []).flatMap((word) => unitOf(word) ?? []))],
  }
}

/**
 * Does a text have every number of a sentence, and mean as much by it? “5 seconds” is held by `5000` beside “milliseconds”,
 * and not by “5 minutes”.
 */
export const holdsQuantities = (said: Quantities, read: Quantities): boolean =>
  [...said.digits].every((digits) => {
    const ways = said.all.filter(({ value }) => String(value) === digits)
    return ways.length === 0 ? read.digits.has(digits) : ways.every((way) => holds(way, said, read))
  })

const holds = ({ value, unit }: Quantity, said: Quantities, read: Quantities): boolean => {
  const isNamed = read.digits.has(String(value))
  if (!unit) return isNamed || unitsOf(said).some((other) => isAsMuch(value, other, read))
  if (isAsMuch(value, unit, read)) return true
  return isNamed && !unitsOf(read).some(({ measures }) => measures === unit.measures)
}

const unitsOf = ({ all, named }: Quantities): Unit[] => [...named, ...all.flatMap(({ unit }) => unit ?? [])]

/** Has the text as much of it, in whatever unit? A number without a unit may be of any that the text names. */
const isAsMuch = (value: number, { measures, factor }: Unit, { all, named }: Quantities): boolean =>
  all.some(({ value: other, unit }) =>
    (unit ? [unit] : named).some((its) => its.measures === measures && other * its.factor === value * factor),
  )

/** Does a sentence that names a unit without a number, as in “in seconds”, name none where the text has only others of its kind? */
export const agreesOnUnits = (said: Quantities, read: Quantities): boolean =>
  said.all.some(({ unit }) => unit !== undefined) ||
  said.named.every((unit) => {
    const others = unitsOf(read).filter(({ measures }) => measures === unit.measures)
    return others.length === 0 || others.some(({ factor }) => factor === unit.factor)
  })
