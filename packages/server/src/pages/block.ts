/**
 * What a page is made of once it has been read, whatever markup it was written in. The worker makes blocks, each section is
 * stored with its own as JSON, and everything after that reads them: nothing takes Markdown apart again.
 */
export type Block = HeadingBlock | ParagraphBlock | ListBlock | TableBlock | CodeBlock | QuoteBlock

/** A heading. A section's own is its first block, unless it's the title of the page. */
export interface HeadingBlock {
  readonly type: 'heading'
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6
  readonly children: readonly Inline[]
}

/** Running text. */
export interface ParagraphBlock {
  readonly type: 'paragraph'
  readonly children: readonly Inline[]
}

/** Items with bullets, or steps with numbers. Lists of terms are lists, too: each item has the term and what it means. */
export interface ListBlock {
  readonly type: 'list'
  /** Number of the first step; absent for bullets. */
  readonly start?: number
  readonly items: readonly ListItem[]
}

/** One item of a list; it may hold further lists. */
export interface ListItem {
  readonly blocks: readonly Block[]
  /** Of a task list: whether its box is ticked. */
  readonly checked?: boolean
  /** Whether empty lines part its blocks. */
  readonly isLoose?: boolean
}

/** Rows of cells below a head, whose cells are empty where the page has no head. */
export interface TableBlock {
  readonly type: 'table'
  readonly head: readonly TableCell[]
  readonly rows: readonly (readonly TableCell[])[]
}

/** The words of one cell. */
export type TableCell = readonly Inline[]

/** Code, or text that was laid out by hand. */
export interface CodeBlock {
  readonly type: 'code'
  readonly text: string
  readonly language?: string
  /** What else stands on the line that opens the code, such as `title="vite.config.js"`. */
  readonly info?: string
}

/** A quotation, or a box such as a note or a warning, whose first paragraph is then its title in bold. */
export interface QuoteBlock {
  readonly type: 'quote'
  readonly blocks: readonly Block[]
}

/** Words within a block. Plain text is a string; a line end in it is only where the author went to a new line. */
export type Inline = string | InlineCode | InlineFormula | InlineStyle | InlineLink | InlineBreak

/** A name in code. */
export interface InlineCode {
  readonly type: 'code'
  readonly text: string
}

/** A formula, written in TeX, or in the words of MathML where a page has nothing else. */
export interface InlineFormula {
  readonly type: 'formula'
  /** On one line, without signs around it. */
  readonly text: string
  /** Whether it stands on lines of its own. */
  readonly isBlock?: true
}

/** Words that look different. */
export interface InlineStyle {
  readonly type: 'strong' | 'emphasis' | 'deleted'
  readonly children: readonly Inline[]
}

/** A link. It holds no other link. */
export interface InlineLink {
  readonly type: 'link'
  /** A path from the site's root, `#anchor` on the same page, or the whole address of another site. */
  readonly target: string
  readonly children: readonly Inline[]
}

/** A line end that readers see. */
export interface InlineBreak {
  readonly type: 'break'
}
