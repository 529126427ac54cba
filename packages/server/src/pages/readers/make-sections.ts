import type { BlockContent, Heading } from 'mdast'
import { writeMarkdown } from '../block-markdown.ts'
import { codeOf, proseOf, textOf } from '../block-text.ts'
import type { ParsedSection } from '../page.ts'
import { oneLine } from '../text-lines.ts'
import { type AnchorStyle, createAnchors, type NamedHeading } from './anchors.ts'
import { cutSection, type Passage, passageHeading } from './cut-section.ts'
import { nameOf } from './headings.ts'
import { blocksOf, inlinesOf } from './markdown/blocks-of.ts'

/** A heading, and the blocks below it up to the next one; without a heading what stands above the first one. */
interface Part {
  readonly heading: Heading | undefined
  readonly blocks: readonly BlockContent[]
}

/** Where a part stands in its page. */
interface Place {
  /** On one line. */
  readonly text: string | null
  /** Whether it stands under the title of the page, or above all headings. */
  readonly isTitle: boolean
  /** The page title and the headings above. */
  readonly above: readonly string[]
  readonly anchor: string | null
}

const emptySection: ParsedSection = {
  heading: null,
  anchor: null,
  breadcrumbs: [],
  blocks: [],
  content: '',
  prose: '',
  code: '',
}

/**
 * Cuts a page into sections: one for each heading, and more where what stands below it is too long.
 * @param anchors How headings that name no anchor get theirs; null where they get none.
 */
export function makeSections(
  blocks: readonly BlockContent[],
  { title, anchors }: { title: string; anchors: AnchorStyle | null },
): ParsedSection[] {
  const anchorOf = anchors === null ? () => null : createAnchors(anchors)
  const sections: ParsedSection[] = []
  const above: { depth: number; text: string }[] = []
  for (const part of partsOf(blocks)) {
    const { heading } = part
    while (heading && (above.at(-1)?.depth ?? 0) >= heading.depth) above.pop()
    const text = heading ? headingText(heading) : null
    const isTitle = !heading || (heading.depth === 1 && sections.length === 0)
    const anchor = sectionAnchor(heading, anchorOf)
    const place = { text, isTitle, anchor, above: isTitle ? [] : [title, ...above.map((each) => each.text)] }
    for (const section of sectionsOf(part, place, title)) sections.push(section)
    if (heading && text && !isTitle) above.push({ depth: heading.depth, text })
  }
  // A page without text is still found by its title.
  return sections.length > 0 ? sections : [emptySection]
}

function partsOf(blocks: readonly BlockContent[]): Part[] {
  const starts = blocks.flatMap((block, at) => (block.type === 'heading' ? [at] : []))
  const parts = starts.map((start, at): Part => {
    const heading = blocks[start]
    const below = blocks.slice(start + 1, starts[at + 1])
    return { heading: heading?.type === 'heading' ? heading : undefined, blocks: below }
  })
  const beginning = blocks.slice(0, starts[0])
  return beginning.length > 0 ? [{ heading: undefined, blocks: beginning }, ...parts] : parts
}

/** The anchor that the page names, the one that its generator makes, or else one that stands below the heading. */
function sectionAnchor(heading: Heading | undefined, anchorOf: (heading: NamedHeading) => string | null) {
  if (!heading) return null
  const { depth, data } = heading
  const named = data?.named
  const made = () => (named === null ? null : anchorOf({ depth, name: named ?? nameOf(headingText(heading)) }))
  // Of nothing but signs nothing is made.
  return (data?.anchor ?? made()) || (data?.names?.[0] ?? null)
}

function sectionsOf({ heading, blocks }: Part, place: Place, title: string): ParsedSection[] {
  const passages: Passage[] = cutSection(blocksOf(blocks))
  // What is named is not what the heading says.
  if (heading && passages[0]?.name) passages.unshift({ blocks: [] })
  const names = (heading?.data?.names ?? []).filter((name) => name !== place.anchor)
  return passages.map((passage, at) => {
    const isFirst = at === 0 && !passage.name
    const section = sectionOf(passage, { heading, isFirst }, place, title)
    return isFirst && names.length > 0 ? { ...section, names } : section
  })
}

/** One section out of a passage. One that has a name stands below the heading, which is then a breadcrumb. */
function sectionOf(
  { name, blocks: below }: Passage,
  { heading, isFirst }: { heading: Heading | undefined; isFirst: boolean },
  { text, isTitle, above, anchor }: Place,
  title: string,
): ParsedSection {
  const own = isFirst && !isTitle && heading ? blocksOf([heading]) : []
  const blocks = [...(name ? [passageHeading(name, heading?.depth ?? 1)] : own), ...below]
  const path = isTitle ? [title] : [...above, ...(text === null ? [] : [text])]
  return {
    heading: name ? oneLine(textOf(name)) : isTitle && !isFirst ? null : text,
    anchor,
    breadcrumbs: name || (isTitle && !isFirst) ? path : above.slice(),
    blocks,
    content: writeMarkdown(blocks),
    prose: proseOf(below),
    code: codeOf(below),
  }
}

/** What a heading says, on one line. */
export const headingText = (heading: Heading): string => oneLine(textOf(inlinesOf(heading.children)))
