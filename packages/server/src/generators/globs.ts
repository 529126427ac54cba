const mostAlternatives = 200

/** Whether a path is one of those that patterns name: `**`, `*`, `?`, `{a,b}`, `[a-z]`. Others match nothing. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const all = patterns.flatMap((pattern) => alternatives(pattern.replace(/^\.?\//, ''))).map((one) => one.split('/'))
  return (path) => {
    const steps = path.split('/')
    return all.some((pattern) => matchSteps(pattern, steps))
  }
}

/**
 * The same for lines as `.gitignore` has them: the last that matches counts, `!` takes back, a name without a slash is
 * meant anywhere.
 */
export function ignoreMatcherOf(lines: readonly string[]): (path: string) => boolean {
  const rules = lines.flatMap((line) => {
    const written = line.trim()
    if (written === '' || written.startsWith('#')) return []
    const pattern = written.replace(/^!/, '').replace(/\/$/, '')
    const anchored = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`
    return [{ isTaken: !written.startsWith('!'), matches: matcherOf([anchored, `${anchored}/**`]) }]
  })
  return (path) => rules.findLast(({ matches }) => matches(path))?.isTaken ?? false
}

/** A pattern with braces as several without. */
function alternatives(pattern: string): string[] {
  let found = [pattern]
  for (;;) {
    const next = found.flatMap((each) => {
      const braces = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(each)
      return braces ? (braces[2] ?? '').split(',').map((part) => `${braces[1]}${part}${braces[3]}`) : [each]
    })
    if (next.length === found.length && next.every((each, at) => each === found[at])) return found
    if (next.length > mostAlternatives) return []
    found = next
  }
}

/** Position by position in the pattern, the positions in the path that it can have come to. */
function matchSteps(pattern: readonly string[], steps: readonly string[]): boolean {
  let reached = new Set([0])
  for (const [at, part] of pattern.entries()) {
    const next = new Set<number>()
    for (const position of reached) {
      if (part === '**') {
        // At the end it stands for something, before it for nothing as well.
        const least = at === pattern.length - 1 ? position + 1 : position
        for (let end = least; end <= steps.length; end++) next.add(end)
      } else if (position < steps.length && matchName(part, steps[position] ?? '')) next.add(position + 1)
    }
    reached = next
  }
  return reached.has(steps.length)
}

/** Two pointers, and a way back to the last star. */
function matchName(pattern: string, name: string): boolean {
  let [at, position, star, mark] = [0, 0, -1, 0]
  while (position < name.length) {
    const sign = signAt(pattern, at)
    if (sign && sign.text !== '*' && sign.takes(name.charAt(position))) {
      at += sign.text.length
      position++
    } else if (sign?.text === '*') {
      star = at++
      mark = position
    } else if (star >= 0) {
      at = star + 1
      position = ++mark
    } else return false
  }
  while (pattern.charAt(at) === '*') at++
  return at === pattern.length
}

function signAt(pattern: string, at: number): { text: string; takes: (letter: string) => boolean } | undefined {
  const first = pattern.charAt(at)
  if (first === '') return undefined
  if (first === '*' || first === '?') return { text: first, takes: () => true }
  const end = first === '[' ? pattern.indexOf(']', at + 2) : -1
  if (end < 0) return { text: first, takes: (letter) => letter === first }
  const text = pattern.slice(at, end + 1)
  const isNegated = /^\[[!^]/.test(text)
  const letters = text.slice(isNegated ? 2 : 1, -1)
  return { text, takes: (letter) => isAmong(letters, letter) !== isNegated }
}

function isAmong(letters: string, letter: string): boolean {
  for (let at = 0; at < letters.length; at++) {
    const isRange = letters.charAt(at + 1) === '-' && at + 2 < letters.length
    if (isRange ? letters.charAt(at) <= letter && letter <= letters.charAt(at + 2) : letters.charAt(at) === letter)
      return true
    if (isRange) at += 2
  }
  return false
}
