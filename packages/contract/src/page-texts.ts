import { endpoint } from './endpoint.ts'
import { addressDaily, publicLimits } from './limits.ts'

const pageText = {
  tag: 'Discovery',
  method: 'get',
  key: 'assistant',
  keyIsOptional: true,
  limits: [...addressDaily('text'), ...publicLimits('text')],
  body: undefined,
  query: undefined,
} as const

const caching = {
  ETag: 'Changes when a page does. Send it back as `If-None-Match`.',
  'Cache-Control': '`public` without a key, `private` with one; five minutes.',
}
const keyNote = 'Needs no key if the site’s policy has `openPages`.'
const notModified = { description: 'Nothing has changed since.' }
const notFound = { description: 'No such site or page, or the site has no search index yet.' }

/** `llms.txt`: a site's pages as a list of links, grouped as in its navigation. */
export const getPageList = endpoint({
  ...pageText,
  operationId: 'getPageList',
  path: '/sites/{domain}/llms.txt',
  summary: 'All pages, as a list for language models',
  description: `Follows llmstxt.org. The links lead to the pages’ Markdown, relative to this address. ${keyNote}`,
  responses: {
    200: { description: 'The list.', contentType: 'text/plain', headers: caching },
    304: notModified,
    404: notFound,
  },
})

/** `llms-full.txt`: the text of all pages in one file. */
export const getAllPages = endpoint({
  ...pageText,
  operationId: 'getAllPages',
  path: '/sites/{domain}/llms-full.txt',
  summary: 'The text of all pages',
  description: `Streamed, one page after another. ${keyNote}`,
  responses: {
    200: { description: 'The pages, as Markdown.', contentType: 'text/plain', headers: caching },
    304: notModified,
    404: notFound,
  },
})

/** One page as Markdown, at a plain address. `getPage` is the same for API clients. */
export const getPageText = endpoint({
  ...pageText,
  operationId: 'getPageText',
  path: '/sites/{domain}/pages/{path}',
  summary: 'One page as Markdown',
  description: `\`path\` can contain slashes and ends in \`.md\`. ${keyNote}`,
  responses: {
    200: { description: 'The page.', contentType: 'text/markdown', headers: caching },
    304: notModified,
    404: notFound,
  },
})
