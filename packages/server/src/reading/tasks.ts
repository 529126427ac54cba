import type { ValidationProblem } from '../agent/documentation/problem.ts'
import type { NavigationEditRequest } from '../agent/navigation/update-navigation.ts'
import type { ChangeReview, TextChangeRequest } from '../agent/validate/change-problem.ts'
import type { MarkdownRequest, SafeMarkdown } from '../agent/validate/safe-markdown.ts'
import type { CodeRequest, FactsRequest, PagesRequest, TreePage, TreeRequest } from '../agent/validate/tree.ts'
import type { Navigation, NavigationRequest } from '../generators/navigation.ts'
import type { PackedPage, PageText } from '../pages/page.ts'
import type { PageTags } from '../pages/readers/html/page-tags.ts'
import type { SphinxPage } from '../pages/readers/restructured-text/sphinx-page.ts'
import type { PageIndex } from '../search/index/page-index.ts'
import type { OpenApiPages, OpenApiRequest } from '../sources/openapi/read-openapi.ts'
import type { CrawledPage, CrawledPageRequest } from '../sources/readers/crawled-page.ts'
import type { FolderDocument, FolderDocumentsRequest, SphinxPagesRequest } from '../sources/readers/folder-documents.ts'
import type { LlmsLists, LlmsRequest } from '../sources/readers/llms-lists.ts'
import type { RobotsRequest, RobotsRules } from '../sources/readers/robots.ts'
import type { AddressesRequest, SitemapContent, SitemapRequest } from '../sources/readers/sitemap.ts'

/** A page to be parsed and indexed. */
export interface PageRequest {
  readonly file: PageText
  /** Of the page. */
  readonly path: string
  /** Of a page that doesn't say its version. */
  readonly version: string | null
  /** Of a page that doesn't say its language. */
  readonly language: string | null
}

/** A page, and what the index keeps of it. */
export interface PageAnswer {
  readonly page: PackedPage
  readonly index: PageIndex
}

/** What the worker does: for each task what it is given, and what it answers. Both are plain data. */
export interface Tasks {
  /** An error for each page that cannot be parsed; its message is a sentence. */
  pages: { input: readonly PageRequest[]; output: (PageAnswer | Error)[] }
  navigation: { input: NavigationRequest; output: Navigation }
  treePages: { input: TreeRequest; output: string[] }
  pageFacts: { input: PagesRequest; output: (TreePage | undefined)[] }
  validate: { input: FactsRequest; output: ValidationProblem[] }
  editNavigation: { input: NavigationEditRequest; output: Map<string, string> }
  pageCode: { input: CodeRequest; output: string[][] }
  reviewChange: { input: TextChangeRequest; output: ChangeReview }
  safeMarkdown: { input: MarkdownRequest; output: SafeMarkdown }
  folderDocuments: { input: FolderDocumentsRequest; output: FolderDocument[] }
  pageTags: { input: string; output: PageTags }
  crawledPage: { input: CrawledPageRequest; output: CrawledPage }
  robots: { input: RobotsRequest; output: RobotsRules }
  sitemap: { input: SitemapRequest; output: SitemapContent }
  currentAddresses: { input: AddressesRequest; output: string[] }
  languages: { input: readonly string[]; output: (string | null)[] }
  llms: { input: LlmsRequest; output: LlmsLists }
  openApi: { input: OpenApiRequest; output: OpenApiPages }
  sphinxPages: { input: SphinxPagesRequest; output: (SphinxPage | undefined)[] }
}

export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Tasks[Name]['input']
export type TaskOutput<Name extends TaskName> = Tasks[Name]['output']

/** What is sent to the worker for a task. */
export interface TaskCall<Name extends TaskName = TaskName> {
  readonly name: Name
  readonly input: TaskInput<Name>
}
