import { type Block, writeBlock } from './passage.ts'
import type { Search } from './question.ts'

/**
 * The blocks of a passage that can be quoted: without labels, captions and repetitions, lists of mere links, facts that were
 * not asked for, and code that does the same as the one before, and with an end to what announces something that is not there.
 */
export const readQuotable = (all: readonly Block[], search: Search): readonly Block[] => {
  const texts = all.map(writeBlock)
  const isNew = (at: number) => texts.indexOf(texts[at] ?? '') === at
  // “**Example:**” belongs to what follows.
  const isLead = (at: number) => all[at] && announces(all[at]) && (all[at + 1]?.type ?? 'prose') !== 'prose'
  const own = all.filter((block, at) => isLead(at) || (!isLabel(block) && isNew(at)))
  const sayings = own.filter((block) => !isCaption(block))
  const telling = withoutFacts(withoutForewords(sayings.length > 0 ? sayings : own), search)
  return closeOpenEnds(withoutTwins(withoutMenus(telling, search), search))
}

/** `**npm**` above a block: the name of a tab or a card, which says nothing on its own. */
const isLabel = (block: Block): boolean =>
  block.type === 'prose' && block.sentences.length === 1 && /^\*\*[^*]+\*\*$/.test(block.sentences[0] ?? '')

/** The words of a picture or a button: no sentence, nothing that is introduced. */
const isCaption = (block: Block): boolean =>
  block.type === 'prose' &&
  block.sentences.length === 1 &&
  !/[.!?:;…。！？：；؟।][^\p{L}\p{N}_]*$|`|: |：/u.test(block.sentences[0] ?? '')

/** Does a paragraph, or the last item of a list, end with a colon? */
export const announces = (block: Block): boolean =>
  (block.type === 'prose' && /[:：][*_)"'”’」\s]*$/.test(block.sentences.at(-1) ?? '')) ||
  (block.type === 'list' && /[:：][*_]*$/.test(block.items.at(-1) ?? ''))

/** Can a paragraph above it announce this: anything but a paragraph that begins like one. */
export const isAnnounced = (block: Block | undefined): boolean =>
  block !== undefined && (block.type !== 'prose' || /^[`*"“‘'(\d\p{Ll}]/u.test(block.sentences[0] ?? ''))

/** A paragraph without its last sentence; nothing when it has one only. */
export const withoutLastSentence = (block: Block): Block[] =>
  block.type === 'prose' && block.sentences.length > 1 ? [{ ...block, sentences: block.sentences.slice(0, -1) }] : []

/** Who wants to do something, or to know what a thing is, is not helped by names of links that are not there, nor by what announces them. */
const withoutMenus = (blocks: readonly Block[], { intent }: Search): readonly Block[] => {
  if (intent !== 'how' && intent !== 'definition') return blocks
  const isMenu = (at: number) => {
    const block = blocks[at]
    return block?.type === 'list' && block.isMenu
  }
  const kept = blocks.flatMap((block, at): Block[] => {
    if (isMenu(at)) return []
    return announces(block) && isMenu(at + 1) ? withoutLastSentence(block) : [block]
  })
  return kept.length > 0 ? kept : blocks
}

/** `Type: boolean`, `**Alias** — -F`: what an option or a function is, in a word or two each. */
const fact =
  /^(?:[-*+] )?[*_]{0,2}(?:types?|defaults?|returns?|required|since|version|added in|status|alias(?:es)?)(?:[*_]{0,2} ?[:—–][*_]{0,2}|[*_]{0,2}(?= `))(?:\s\S+){0,12}$/i

const isFacts = (block: Block): boolean =>
  (block.type === 'list' && block.items.every((item) => fact.test(item))) ||
  (block.type === 'prose' && !announces(block) && fact.test(writeBlock(block)))

/** Who wants to do something, or to know what a thing is, asks for no types and defaults. */
const withoutFacts = (blocks: readonly Block[], { intent }: Search): readonly Block[] => {
  const others = blocks.filter((block) => !isFacts(block))
  return (intent === 'how' || intent === 'definition') && others.length > 0 ? others : blocks
}

/** “This page explains …”: what is read next says it better. */
const foreword =
  /^(?:this (?:page|guide|section|document|article|chapter|tutorial) (?:will )?(?:also )?(?:explains?|describes?|documents?|shows?|covers?|introduces?|walks?|helps?|discusses|outlines?|demonstrates?|teaches)|in this (?:page|guide|section|document|article|chapter|tutorial),? (?:you|we)(?:['’]ll| will))\b(?!.*:$)/is

const withoutForewords = (blocks: readonly Block[]): readonly Block[] => {
  const others = blocks.flatMap((block): Block[] => {
    if (block.type !== 'prose') return [block]
    const sentences = block.sentences.filter((sentence) => !foreword.test(sentence))
    return sentences.length > 0 ? [{ ...block, sentences }] : []
  })
  return others.length > 0 ? others : blocks
}

const styleSheet = /^[`~]{3,}(?:css|scss|sass|less)\b/i
/** `npm` of a block that begins with `npm install` or `npx`. */
const managerOf = (code: string): string | undefined =>
  /^[`~]{3,}\w*\n\W*(npm|npx|yarn|pnpm|bun|bunx|deno)\b/.exec(code)?.[1]?.replace('npx', 'npm').replace('bunx', 'bun')

/** Is it the same code, with types and without? */
const isSameInOther = (code: string, other: string): boolean => {
  const languageOf = (text: string) => /^[`~]{3,}(\w+)/.exec(text)?.[1] ?? ''
  const untyped = (text: string) => languageOf(text).replace(/^ts/, 'js').replace('typescript', 'javascript')
  if (languageOf(code) === languageOf(other) || untyped(code) !== untyped(other)) return false
  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(1, -1)
      .filter((line) => /\w/.test(line))
  const [lines, others] = [linesOf(code), new Set(linesOf(other))]
  return lines.filter((line) => others.has(line)).length >= 0.5 * Math.min(lines.length, others.size)
}

/** Of code blocks with nothing said between them: one of the commands that do the same, and no style sheet of an example. */
const withoutTwins = (blocks: readonly Block[], { weights }: Search): readonly Block[] =>
  blocks.filter((block, at) => {
    const before = blocks[at - 1]
    if (block.type !== 'code' || before?.type !== 'code') return true
    const [manager, other] = [managerOf(block.text), managerOf(before.text)]
    if (manager && other) return manager === other
    if (isSameInOther(block.text, before.text)) return false
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
