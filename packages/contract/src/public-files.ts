import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const notModified = { description: 'Nothing has changed since.' }

const publicFile = {
  tag: 'Operation',
  method: 'get',
  key: null,
  limits: [],
  body: undefined,
  query: undefined,
} as const

/** The OpenAPI document of this server. */
export const getOpenApi = endpoint({
  ...publicFile,
  operationId: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document',
  responses: { 200: { description: 'The OpenAPI 3.1 document of every operation.', schema: z.looseObject({}) } },
})

/** The widget's loader, which the script tag names. */
export const getWidget = endpoint({
  ...publicFile,
  operationId: 'getWidget',
  path: '/widget.js',
  summary: 'The widget’s loader',
  responses: { 200: { description: 'A classic script.', contentType: 'text/javascript' }, 304: notModified },
})

/** A file of the widget, which the loader or the npm package fetches. */
export const getWidgetFile = endpoint({
  ...publicFile,
  operationId: 'getWidgetFile',
  path: '/widget/{version}/{file}',
  summary: 'A file of the widget',
  description:
    'The files of a version have a hash of their content in their name, so they can be cached forever. In place of a version, `languages` has the texts of each language, such as `de.json`, for the npm package.',
  responses: {
    200: {
      description: 'The file.',
      contentType: 'text/javascript',
      otherContentTypes: ['text/css', 'application/json', 'image/svg+xml', 'font/woff2', 'text/plain'],
    },
    304: notModified,
  },
})
