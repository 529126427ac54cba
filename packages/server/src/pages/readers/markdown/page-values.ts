import { isRecord } from '../../is-record.ts'
import { readTomlFields, readWrittenFields } from '../front-matter.ts'
import { templateValues } from '../template-values.ts'

/** What generators call the front matter of a page in its templates. */
const prefixes = ['page', 'page.meta', '$frontmatter', 'frontmatter', '$markdoc.frontmatter', 'param']

/** What the templates of a page show of its own front matter, as it is written. */
export function pageValues(text: string): ReadonlyMap<string, string> {
  const [, mark, body = ''] = /^(---|\+\+\+)[ \t]*\r?\n([\s\S]{0,16000}?)\r?\n\1[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (mark === undefined || !/\{\{|\{%/.test(text)) return new Map()
  const fields = (mark === '---' ? readWrittenFields(body) : readTomlFields(body)) ?? {}
  const values = new Map<string, string>()
  const add = (record: unknown, prefix: string) => {
    for (const [name, value] of Object.entries(templateValues(record, prefix)))
      values.set(prefix === 'param' ? name.toLowerCase() : name, value)
  }
  for (const prefix of prefixes) add(fields, prefix)
  // Of Hugo, where a page keeps its own.
  if (isRecord(fields.params)) add(fields.params, 'param')
  return values
}
