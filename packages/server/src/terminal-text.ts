/** Text of others must not steer the terminal, nor turn around what stands beside it. Lines and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text without what a terminal would act on. */
export const plain = (text: string): string => text.replace(steering, '')

/** A text that shows what a terminal would act on, as JSON escapes it: JSON stays the same value. */
export const escapeSteering = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON for people and programs, without what a terminal would act on. */
export const writeJson = (value: unknown): string => escapeSteering(JSON.stringify(value, null, 2))

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const without = /[\p{Mn}\p{Me}\p{Cf}]/u

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : without.test(character) ? 0 : 1
  return width
}
