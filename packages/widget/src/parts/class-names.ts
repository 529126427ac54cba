/** Utilities that several parts share. The names with `sn-` are those that code and tests find parts by; they have no style. */

const touchPill = 'pointer-coarse:h-11 pointer-coarse:rounded-full'

const buttonShape = `flex h-8 flex-none items-center gap-1.5 rounded-lg border text-base font-medium disabled:bg-press disabled:text-muted ${touchPill} pointer-coarse:px-4`

/** A button with a word on it. */
export const button = `sn-button ${buttonShape} border-line bg-surface ps-2.5 pe-3 enabled:hover:bg-soft`

/** The button that goes on. */
export const primaryButton = `sn-button sn-primary ${buttonShape} border-transparent bg-accent px-3 text-on-accent`

const plainButton =
  'min-h-6 self-center rounded-md px-2 hover:underline hover:underline-offset-[3px] pointer-coarse:relative pointer-coarse:-my-1.5 pointer-coarse:h-11'

/** A button that is only a word, below what matters more. */
export const quietButton = `${plainButton} text-xs text-muted hover:text-text`

/** A button that is a word in a line of text. */
export const linkButton = `${plainButton} text-sm text-link`

/** A square with an icon. */
export const iconButton =
  'sn-icon grid size-8 place-items-center rounded-lg text-muted transition-[background] hover:bg-soft hover:text-text aria-pressed:bg-wash aria-pressed:text-link aria-pressed:forced-selected pointer-coarse:size-11 pointer-coarse:rounded-full'

/** A small choice in a row. */
export const pill = `h-7 rounded-full border border-line px-2.5 text-sm/4.5 transition-[background] hover:bg-soft aria-pressed:border-link aria-pressed:bg-wash aria-pressed:text-link aria-pressed:forced-selected ${touchPill}`

/** A row of small things. A low panel scrolls it sideways. */
export const chipRow =
  'flex flex-wrap short:flex-nowrap short:overflow-x-auto short:scroll-hidden short:*:max-w-60 short:*:flex-none'

/** A line of a list that can be chosen, with an icon before it. */
export const row =
  'sn-row -mx-2 flex w-[calc(100%+16px)] gap-2.5 rounded-lg px-2 py-[7px] text-start text-base hover:bg-soft pointer-coarse:min-h-11 pointer-coarse:items-center [&>svg]:mt-0.5 [&>svg]:text-muted pointer-coarse:[&>svg]:mt-0 rtl:[&>svg]:-scale-x-100'

/** The heading above a list. */
export const caption = 'sn-caption mb-1 text-xs font-medium text-muted'

/** In a wide panel, lines keep a readable length. */
export const column = 'mx-auto w-full max-w-reading'

/** A question with its answer. */
export const exchange = `sn-exchange ${column} px-4 pt-4 pb-2`

/** The reader's own words. */
export const askedSide = 'group/asked flex flex-col items-end gap-2'
export const askedLine = 'relative flex max-w-[85%] items-center'

/** What went wrong, and what to do about it. */
export const notice =
  'sn-notice mt-3 flex animate-appear flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-notice-line bg-notice py-2.5 ps-3.5 pe-2.5 text-base [&>p]:flex-[1_1_200px] [&>p]:text-pretty'

/** The box around a text box. */
export const composer =
  'sn-composer rounded-field border border-border bg-surface transition-[border-color,box-shadow] has-[textarea:focus]:field-focus'

/** The text box in it. Smaller text would make iOS zoom in when it is tapped. */
export const composerText =
  'min-h-11 min-w-0 flex-1 overflow-y-auto py-[11px] ps-3.5 pe-1 leading-[22px] outline-none bidi-plaintext placeholder:truncate placeholder:text-muted placeholder:opacity-100 max-sm:text-[16px]'

/** A box for a few words. */
export const field =
  'block border border-border bg-surface text-base text-ellipsis transition-[border-color,box-shadow] placeholder:text-muted placeholder:opacity-100 focus:field-focus max-sm:text-[16px]'

/** A small form below an answer. */
export const form =
  'mt-2 animate-appear scroll-mb-7 rounded-card border border-line px-3.5 py-3 text-base short:scroll-mb-3 short:py-2'

/** The whole form has to be visible, on a phone too. */
export const bringIntoView = (element: HTMLFormElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** What the assistant does, after a dot that pulses. */
export const phase = 'sn-phase flex items-center gap-2.5 text-base/6 text-muted'
export const pulse = 'size-[7px] animate-pulse rounded-full bg-link forced-colors:bg-[CanvasText]'

/** The number of a source. */
export const sourceNumber =
  'inline-block h-4.5 min-w-4.5 flex-none rounded-md bg-wash px-1 text-center text-[11px]/4.5 font-medium text-link tabular-nums forced-colors:border'

/** Lies over the conversation, which keeps its scroll position. */
export const cover = 'absolute inset-0 bg-surface'
