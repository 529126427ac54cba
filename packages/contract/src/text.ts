import { endpoint } from './endpoint.ts'
import { addressDaily, organizationHourly } from './limits.ts'

const text = {
  tag: 'Discovery',
  method: 'get',
  key: 'assistant',
  keyIsOptional: true,
  limits: [addressDaily('text'), organizationHourly('text')],
  body: undefined,
  query: undefined,
} as const

const caching = {
  ETag: 'Changes when a page does; send it back as `If-None-Match`.',
  'Cache-Control': '`public` without a key, `private` with one; five minutes.',
}
const openness = 'Open without a key when the site’s policy has `openPages`.'
const notModified = { description: 'Nothing has changed since.' }
const missing = { description: 'No such site or page, or the site has no search index yet.' }

export const getPageList = endpoint({
  ...text,
  operationId: 'getPageList',
  path: '/sites/{domain}/llms.txt',
  summary: 'All pages, as a list for language models',
  description: `In the form of llmstxt.org; the links lead to the Markdown of the pages, relative to this address. ${openness}`,
  responses: {
    200: { description: 'The list.', contentType: 'text/plain', headers: caching },
    304: notModified,
    404: missing,
  },
})

export const getAllPages = endpoint({
  ...text,
  operationId: 'getAllPages',
  path: '/sites/{domain}/llms-full.txt',
  summary: 'The text of all pages',
  description: `Streamed, one page after the other. ${openness}`,
  responses: {
    200: { description: 'The pages, as Markdown.', contentType: 'text/plain', headers: caching },
    304: notModified,
    404: missing,
  },
})

export const getPageText = endpoint({
  ...text,
  operationId: 'getPageText',
  path: '/sites/{domain}/pages/{path}',
  summary: 'One page as Markdown',
  description: `\`path\` may hold slashes and ends in \`.md\`. ${openness}`,
  responses: {
    200: { description: 'The page.', contentType: 'text/markdown', headers: caching },
    304: notModified,
    404: missing,
  },
})
