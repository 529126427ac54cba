import { type Block, writeBlock } from './passage.ts'
import type { Search } from './question.ts'

/**
 * The blocks of a passage that can be quoted: without labels, captions and repetitions, lists of mere links and commands
 * that do the same as the one before, and with an end to what announces something that is not there.
 */
export const readQuotable = (all: readonly Block[], search: Search): readonly Block[] => {
  const texts = all.map(writeBlock)
  const isNew = (at: number) => texts.indexOf(texts[at] ?? '') === at
  // “**Example:**” belongs to what follows.
  const isLead = (at: number) => all[at] && announces(all[at]) && (all[at + 1]?.type ?? 'prose') !== 'prose'
  const own = all.filter((block, at) => isLead(at) || (!isLabel(block) && isNew(at)))
  const sayings = own.filter((block) => !isCaption(block))
  return closeOpenEnds(withoutTwins(withoutMenus(sayings.length > 0 ? sayings : own, search), search))
}

/** `**npm**` above a block: the name of a tab or a card, which says nothing on its own. */
const isLabel = (block: Block): boolean =>
  block.type === 'prose' && block.sentences.length === 1 && /^\*\*[^*]+\*\*$/.test(block.sentences[0] ?? '')

/** The words of a picture or a button: no sentence, nothing that is introduced. */
const isCaption = (block: Block): boolean =>
  block.type === 'prose' && block.sentences.length === 1 && !/[.!?:;…。！？]\W*$|`|: /.test(block.sentences[0] ?? '')

/** Does a paragraph, or the last item of a list, end with a colon? */
export const announces = (block: Block): boolean =>
  (block.type === 'prose' && /:[*_)"'”’\s]*$/.test(block.sentences.at(-1) ?? '')) ||
  (block.type === 'list' && /:[*_]*$/.test(block.items.at(-1) ?? ''))

/** Can a paragraph above it announce this: anything but a paragraph that begins like one. */
export const isAnnounced = (block: Block | undefined): boolean =>
  block !== undefined && (block.type !== 'prose' || /^[`*"“‘'(\d\p{Ll}]/u.test(block.sentences[0] ?? ''))

/** A paragraph without its last sentence; nothing when it has one only. */
export const withoutLastSentence = (block: Block): Block[] =>
  block.type === 'prose' && block.sentences.length > 1 ? [{ ...block, sentences: block.sentences.slice(0, -1) }] : []

/** What lists places to read at, and no values. */
const reading =
  /\b(?:guides?|docs?|documentation|pages?|articles?|tutorials?|resources?|links?|sections?|topics?|see|read|learn)\b/i

/** Who wants to do something, or to know what a thing is, is not helped by names of links that are not there, nor by what announces them. */
const withoutMenus = (blocks: readonly Block[], { intent }: Search): readonly Block[] => {
  if (intent !== 'how' && intent !== 'definition') return blocks
  const isMenu = (at: number) => {
    const [before, block] = [blocks[at - 1], blocks[at]]
    const isOfLinks = block?.type === 'list' && block.isMenu
    return isOfLinks && (before?.type !== 'prose' || !announces(before) || reading.test(before.sentences.at(-1) ?? ''))
  }
  const kept = blocks.flatMap((block, at): Block[] => {
    if (isMenu(at)) return []
    return announces(block) && isMenu(at + 1) ? withoutLastSentence(block) : [block]
  })
  return kept.length > 0 ? kept : blocks
}

const styleSheet = /^[`~]{3,}(?:css|scss|sass|less)\b/i
/** `npm` of a block that begins with `npm install` or `npx`. */
const managerOf = (code: string): string | undefined =>
  /^[`~]{3,}\w*\n\W*(npm|npx|yarn|pnpm|bun|bunx|deno)\b/.exec(code)?.[1]?.replace('npx', 'npm').replace('bunx', 'bun')

/** Of code blocks with nothing said between them: one of the commands that do the same, and no style sheet of an example. */
const withoutTwins = (blocks: readonly Block[], { weights }: Search): readonly Block[] =>
  blocks.filter((block, at) => {
    const before = blocks[at - 1]
    if (block.type !== 'code' || before?.type !== 'code') return true
    const [manager, other] = [managerOf(block.text), managerOf(before.text)]
    if (manager && other) return manager === other
    return !styleSheet.test(block.text) || weights.has('css') || weights.has('style')
  })

/** “For example:”, “You can use it with:”: nothing without what follows. */
const mereAnnouncement =
  /^(?:for (?:example|instance)|examples?|like|then)\b.{0,30}$|\b(?:following|these|below|here)\b|\b(?:with|write|as|like|is|are|be|by|to|of|for|from|in|on|at|into|and|or|when|if|use|using|run|do|that|this|so|ways?|looks?|then|e\.g\.)\W*$/i

/** What announces something that the source itself does not have, such as a file that it includes, ends as a sentence. */
const closeOpenEnds = (blocks: readonly Block[]): readonly Block[] => {
  const closed = blocks.flatMap((block, at): Block[] => {
    if (block.type !== 'prose' || !announces(block)) return [block]
    const last = block.sentences.at(-1) ?? ''
    const next = blocks[at + 1]
    if (isAnnounced(next) && (next?.type !== 'prose' || !/^(?:for example|here)\b/i.test(last))) return [block]
    if (mereAnnouncement.test(last)) return withoutLastSentence(block)
    return [{ ...block, sentences: [...block.sentences.slice(0, -1), last.replace(/:(?=\W*$)/, '.')] }]
  })
  return closed.length > 0 ? closed : blocks
}
