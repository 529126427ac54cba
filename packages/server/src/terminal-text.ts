/** Text from outside must not steer the terminal, or reverse the text beside it. Line breaks and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text without the characters that steer a terminal. */
export const plain = (text: string): string => text.replace(steering, '')

/** A text with those characters escaped as in JSON, so that JSON keeps its value. */
export const escapeSteering = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Indented JSON without characters that steer a terminal. */
export const writeJson = (value: unknown): string => escapeSteering(JSON.stringify(value, null, 2))

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const noWidth = /[\p{Mn}\p{Me}\p{Cf}]/u

/** The columns that a text takes in a terminal. */
export const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : noWidth.test(character) ? 0 : 1
  return width
}
