/**
 * Takes the operations that the double answers, with everything they refer to and nothing changed, out of GitHub's own
 * OpenAPI document. The package (385 MB) is too large to be a dependency; to renew the extract:
 * `npm i --prefix FOLDER @octokit/openapi` and `node extract-github-openapi.ts FOLDER > github-openapi.json`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'

const operations: [string, string][] = [
  ['/repos/{owner}/{repo}/pulls', 'get'],
  ['/repos/{owner}/{repo}/pulls', 'post'],
  ['/repos/{owner}/{repo}/pulls/{pull_number}', 'get'],
  ['/repos/{owner}/{repo}/pulls/{pull_number}', 'patch'],
  ['/repos/{owner}/{repo}/installation', 'get'],
  ['/app/installations/{installation_id}/access_tokens', 'post'],
]

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null

const at = (value: Json | undefined, keys: readonly string[]): Json | undefined =>
  keys.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const folder = join(argv[2] ?? '.', 'node_modules/@octokit/openapi')
const document: Json = JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'))
const packageFile: Json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const components: Record<string, Record<string, Json>> = { schemas: {}, responses: {} }

/** Copies a value without examples and headers, and follows what it refers to. */
function take(value: Json): Json {
  if (Array.isArray(value)) return value.map(take)
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') follow(value.$ref)
  const kept = Object.entries(value).filter(([key]) => !['examples', 'headers', 'x-github'].includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, take(inner)]))
}

function follow(reference: string): void {
  const [, , kind = '', name = ''] = reference.split('/')
  const group = components[kind]
  if (!group || name in group) return
  group[name] = null
  group[name] = take(at(document, ['components', kind, name]) ?? null)
}

const paths: Record<string, Record<string, Json>> = {}
for (const [path, method] of operations) {
  const responses = take(at(document, ['paths', path, method, 'responses']) ?? null)
  paths[path] = { ...paths[path], [method]: { responses } }
}
const source = `@octokit/openapi ${at(packageFile, ['version'])}, api.github.com.json, MIT`
stdout.write(`${JSON.stringify({ source, paths, components })}\n`)
