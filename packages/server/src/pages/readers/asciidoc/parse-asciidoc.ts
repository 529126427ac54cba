import type { PageProblem, PageText } from '../../page.ts'
import { type FrontMatter, noFrontMatter, readFrontMatter } from '../front-matter.ts'
import { parseHtmlPage } from '../html/parse-html-page.ts'
import { includeProblems } from '../include-problems.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { type AsciiDocPage, convertAsciiDoc } from './asciidoc.ts'
import { withIncludes } from './includes.ts'

/** Reads a page of AsciiDoc: as HTML, with the anchors that Asciidoctor gives its headings. */
export async function parseAsciiDoc({ path, text, includes, attributes }: PageText): Promise<ReducedPage> {
  const page = await convertAsciiDoc(withIncludes(text.replace(/^\uFEFF/, ''), includes), attributes)
  const { blocks } = parseHtmlPage({ path, text: `<main>${page.html}</main>` })
  const problems = includeProblems(includes, text)
  return { blocks, matter: matterOf(page, problems), problems, anchors: null }
}

function matterOf({ frontMatter, description, language }: AsciiDocPage, problems: PageProblem[]): FrontMatter {
  const read = frontMatter === '' ? { frontMatter: noFrontMatter, problem: null } : readFrontMatter(frontMatter)
  const { problem, frontMatter: matter } = read
  if (problem) problems.push({ line: problem.line + 1, column: problem.column, reason: problem.reason })
  return { ...matter, description: matter.description ?? description, language: matter.language ?? language }
}
