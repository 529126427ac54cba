/** “How do I …?”, “disable minification” */
const asksHowInEnglish = /\b(?:how|steps?|configure|install|set ?up|enable|disable|migrate)\b/i
/** “Wie …?”, “Comment …?”, “方法” */
const asksHowElsewhere =
  /^[^\p{L}]*(?:wie|comment|c[óo]mo|come(?! )|come (?:si|posso|fare|faccio|\p{L}+re)|como|как|πώς)(?!\p{L})|方法|やり方|どうすれば|どうやって|したい|には[？?]?$|如何|怎么|怎麼|怎样|怎樣|어떻게|방법|려면/iu

/** Is it asked how to do something? */
export const asksHow = (question: string): boolean => asksHowInEnglish.test(question) || asksHowElsewhere.test(question)

/** “Default” in other languages than English. */
const defaultElsewhere =
  /standardmäßig|voreinstellung|standardwert|par défaut|por defecto|predeterminad|predefini[td]|por omissão|по умолчанию|デフォルト|既定|初期値|默认|預設|缺省|기본값/i

/** Does a question, or a word of it, name a default? */
export const namesDefault = (text: string): boolean => /\bdefaults?\b/i.test(text) || defaultElsewhere.test(text)

/** Does a text say what a default is? */
export const statesDefault = (text: string): boolean =>
  /\bdefaults?(?: value)?\W{0,6}(?::|\bis\b|\bto\b|=|\|)|\bby default\b|\(default\)/i.test(text) ||
  defaultElsewhere.test(text)
