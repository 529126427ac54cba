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
  const telling = withoutFacts(sayings.length > 0 ? sayings : own, search)
  return closeOpenEnds(withoutTwins(withoutMenus(telling, search), search))
}

/** `**npm**` above a block: the name of a tab or a card, which says nothing on its own. */
const isLabel = (block: Block): boolean =>
  block.type === 'prose' && block.sentences.length === 1 && label.test(block.sentences[0] ?? '')

/** What stands beside a declaration says nothing on its own either. */
const label = /^(?:\*\*[^*]+\*\*|(?:new|added) in version [\d.]+|bases: \S+)$/i

/** The words of a picture or a button: no sentence, nothing that is introduced. */
const isCaption = (block: Block): boolean =>
  block.type === 'prose' &&
  block.sentences.length === 1 &&
  !/[.!?:;…。！？：；؟।][^\p{L}\p{N}_]*$|`|: |：/u.test(block.sentences[0] ?? '')

/** Does a paragraph, or the last item of a list, end with a colon? */
export const announces = (block: Block): boolean =>
  (block.type === 'prose' && /[:：][*_)"'”’」\s]*$/.test(block.sentences.at(-1) ?? '')) ||
  (block.type === 'list' && /[:：][*_]*$/.test(block.items.at(-1) ?? ''))

/** “The following example shows …”, “See the table below.”, “By executing”: does a paragraph end with what leads below it? */
export const pointsBelow = (block: Block): boolean => {
  const last = (block.type === 'prose' && block.sentences.at(-1)) || ''
  return leadsBelow.test(last) || unfinished.test(last)
}

const leadsBelow =
  /\bthe following (?:[\w-]+ )?(?:examples?|code|commands?|snippets?|listings?|tables?)\b.*[.;]\W*$|\b(?:below|following)\W*$/i
const unfinished = /^(?:(?:if|when|once|to|by|with|for|as|after|before|using)\b[^,]*[\w`]|.*,)$/i

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

/** “Changed in version 2.1: …” */
const history = /^[*_]{0,2}(?:new|added|changed) in (?:version )?v?\d/i

const isFacts = (block: Block): boolean =>
  (block.type === 'list' && block.items.every((item) => fact.test(item))) ||
  (block.type === 'prose' && !announces(block) && (fact.test(writeBlock(block)) || history.test(writeBlock(block))))

/** Who wants to do something, or to know what a thing is, asks for no types and defaults. */
const withoutFacts = (blocks: readonly Block[], { intent }: Search): readonly Block[] => {
  const others = blocks.filter((block) => !isFacts(block))
  return (intent === 'how' || intent === 'definition') && others.length > 0 ? others : blocks
}

const styleSheet = /^[`~]{3,}(?:css|scss|sass|less)\b/i
/** `npm` of a block that begins with `npm install` or `npx`. */
const managerOf = (code: string): string | undefined =>
  /^[`~]{3,}\w*\n\W*(npm|npx|yarn|pnpm|bun|bunx|deno)\b/.exec(code)?.[1]?.replace('npx', 'npm').replace('bunx', 'bun')

const script = /^[`~]{3,}(?:(ts|tsx|typescript)|js|jsx|javascript)\b/i

/**
 * Of code blocks with nothing said between them: one of the commands that do the same, one of the scripts with types and
 * without, and no style sheet of an example.
 */
const withoutTwins = (blocks: readonly Block[], { weights }: Search): readonly Block[] => {
  /** The last block that was kept, when code alone stands between. */
  let before: Block | undefined
  return blocks.filter((block) => {
    if (block.type === 'code' && before?.type === 'code') {
      const [manager, other] = [managerOf(block.text), managerOf(before.text)]
      if (manager && other && manager !== other) return false
      const [own, another] = [script.exec(block.text), script.exec(before.text)]
      if (own && another && (own[1] === undefined) !== (another[1] === undefined)) return false
      if (styleSheet.test(block.text) && !weights.has('css') && !weights.has('style')) return false
    }
    before = block
    return true
  })
}

/** “For example:”, “You can use it with:”, “To start it:”: nothing without what follows. */
const mereAnnouncement =
  /^(?:now |then |so |and |but )?(?:if|when|once|to|as|after|before)\b[^,，]*$|^(?:for (?:example|instance)|examples?|like|then)\b.{0,30}$|\b(?:following|these|below|here)\b|\b(?:with|write|as|like|is|are|be|by|to|of|for|from|in|on|at|into|and|or|when|if|use|using|run|do|that|this|so|ways?|looks?|then|e\.g\.)\W*$/i

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
