import { Document, load, Section } from '@asciidoctor/core'

/** A page as Asciidoctor shows it. */
export interface AsciiDocPage {
  /** The body, with the title as `<h1>`. */
  readonly html: string
  /** YAML above the document, without its marks. */
  readonly frontMatter: string
  readonly description: string | null
  /** The language that the page says it is in. */
  readonly language: string | null
}

/** Longer values are left out, as what is short to name could fill the memory. In bytes. */
const longestValue = 200
/** More references that nothing ends are no text: looking for their ends takes the third power of their number. */
const mostOpenReferences = 50

/**
 * What no page can set otherwise. Numbers and links beside headings, captions that count, and a table of contents are none of
 * its text.
 */
const attributesOfAll = {
  showtitle: '',
  experimental: '',
  icons: 'font',
  'skip-front-matter': '',
  'max-attribute-value-size': String(longestValue),
  toc: null,
  sectnums: null,
  sectanchors: null,
  sectlinks: null,
  'table-caption': null,
  'figure-caption': null,
  'example-caption': null,
  'listing-caption': null,
}

/**
 * Converts a page of AsciiDoc. Asciidoctor runs in secure mode: it reads no file and no address.
 * @param attributes Those that the site sets for its pages, which a page may set otherwise.
 */
export async function convertAsciiDoc(
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<AsciiDocPage> {
  const ofSite = Object.entries(attributes).filter(([, value]) => value.length <= longestValue)
  const document = await load(withinBounds(text), {
    safe: 'secure',
    standalone: false,
    logger: null,
    attributes: {
      ...Object.fromEntries(ofSite.map(([name, value]) => [name, value.endsWith('@') ? value : `${value}@`])),
      ...attributesOfAll,
    },
  })
  const textOf = (name: string): string | null => document.getAttribute(name) || null
  return {
    html: await document.convert(),
    frontMatter: textOf('front-matter') ?? '',
    description: textOf('description'),
    language: textOf('lang'),
  }
}

/** Text that Asciidoctor reads in a time that grows with its length, and without filling the stack. */
const withinBounds = (text: string): string =>
  text
    .split('\n\n')
    .map(withoutOpenReferences)
    .join('\n\n')
    .replace(deepItem, (_, indent: string, marks: string) => indent + marks.slice(0, mostMarks))

/** So many marks tell how deep an item stands. */
const mostMarks = 50
/** The marks of an item that stands deeper than that. */
const deepItem = /^([ \t]*)(\*{51,}|\.{51,})(?=[ \t])/gm

/** A paragraph with a blank in references behind its last bracket, if there are many. */
function withoutOpenReferences(paragraph: string): string {
  const end = paragraph.lastIndexOf(']') + 1
  const open = paragraph.slice(end).split('xref:')
  return open.length > mostOpenReferences ? paragraph.slice(0, end) + open.join('xref :') : paragraph
}

const generateId = Section.generateId

/** Asciidoctor counts all headings of one name for each of them. Behind the first hundred, this looks for the last number. */
Section.generateId = (title, document) => {
  if (!(document instanceof Document)) return generateId(title, document)
  const { attributes } = document
  const id = generateId(title, { attributes })
  const isFree = (name: string) => !(name in document.catalog.refs)
  const idOf = (count: number) => `${id}${attributes.idseparator ?? '_'}${count}`
  return isFree(id) ? id : idOf(firstFree((count) => isFree(idOf(count))))
}

const mostCounted = 100

/** The first number from 2 on that is free; behind many, those that are taken stand in a row. */
function firstFree(isFree: (count: number) => boolean): number {
  let free = 2
  while (free < mostCounted && !isFree(free)) free++
  while (!isFree(free)) free *= 2
  for (let taken = free > mostCounted ? free / 2 : free - 1; free - taken > 1; ) {
    const middle = Math.floor((free + taken) / 2)
    if (isFree(middle)) free = middle
    else taken = middle
  }
  return free
}
