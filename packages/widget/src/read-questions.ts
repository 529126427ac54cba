/** Splits `a | b`. @example readQuestions('How do I start? | What is new?') */
export const readQuestions = (value: string): string[] =>
  value
    .split('|')
    .map((question) => question.trim())
    .filter(Boolean)
