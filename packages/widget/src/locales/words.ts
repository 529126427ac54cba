import type { PageTexts, PanelTexts } from './texts.ts'

/** A text for each plural form that the language has, and for none if it says so. `#` stands for the number. */
export type PluralForms = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** A text that is made from values. Their names are in braces, such as `{title}`. */
export type Message = string | PluralForms

type WordsOf<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string | readonly string[]
    ? Texts[Name]
    : Texts[Name] extends (...values: never[]) => string
      ? Message
      : WordsOf<Texts[Name]>
}

/** What the panel's texts are made from, as data: a language can come from a server. */
export interface PanelWords extends Omit<WordsOf<PanelTexts>, 'day'> {
  readonly day: readonly [today: string, yesterday: string]
  /** As `source`, if the source is a section of its page. */
  readonly sourceInSection: string
}

/** All words of one language. Every language's file has this type, so a missing text is a type error. */
export interface Words {
  readonly page: PageTexts
  readonly panel: PanelWords
}
