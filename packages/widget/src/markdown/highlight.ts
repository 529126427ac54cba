import bash from '@speed-highlight/core/languages/bash.js'
import css from '@speed-highlight/core/languages/css.js'
import diff from '@speed-highlight/core/languages/diff.js'
import docker from '@speed-highlight/core/languages/docker.js'
import go from '@speed-highlight/core/languages/go.js'
import html from '@speed-highlight/core/languages/html.js'
import http from '@speed-highlight/core/languages/http.js'
import ini from '@speed-highlight/core/languages/ini.js'
import java from '@speed-highlight/core/languages/java.js'
import js from '@speed-highlight/core/languages/js.js'
import json from '@speed-highlight/core/languages/json.js'
import py from '@speed-highlight/core/languages/py.js'
import regex from '@speed-highlight/core/languages/regex.js'
import rs from '@speed-highlight/core/languages/rs.js'
import sql from '@speed-highlight/core/languages/sql.js'
import toml from '@speed-highlight/core/languages/toml.js'
import ts from '@speed-highlight/core/languages/ts.js'
import xml from '@speed-highlight/core/languages/xml.js'
import yaml from '@speed-highlight/core/languages/yaml.js'
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize'

// The cast: the package's grammars have its own type, except that they spell optional fields as undefined.
const languages = {
  bash,
  css,
  diff,
  docker,
  go,
  html,
  http,
  ini,
  java,
  js,
  json,
  py,
  regex,
  rs,
  sql,
  toml,
  ts,
  xml,
  yaml,
} as Readonly<Record<string, ShjLanguageData>>

const aliases: Readonly<Record<string, string>> = {
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
  typescript: 'ts',
  tsx: 'ts',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  python: 'py',
  rust: 'rs',
  golang: 'go',
  yml: 'yaml',
  jsonc: 'json',
  json5: 'json',
  dockerfile: 'docker',
  vue: 'html',
  svelte: 'html',
  astro: 'html',
  svg: 'xml',
  patch: 'diff',
  properties: 'ini',
  env: 'ini',
  dotenv: 'ini',
  postgresql: 'sql',
  scss: 'css',
  less: 'css',
  kotlin: 'java',
}

/** A piece of code of one kind: `kwd`, `str`, `cmnt`, …; undefined for plain code. */
export interface CodeToken {
  readonly text: string
  readonly kind: string | undefined
}

/** Longer code stays plain, since colours aren't worth a pause. */
const longestCode = 12_000

/** Splits code into tokens. Undefined for an unknown language. */
export function highlight(code: string, language: string): readonly CodeToken[] | undefined {
  const name = language.toLowerCase()
  const key = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
  const grammar = Object.hasOwn(languages, key) ? languages[key] : undefined
  if (!grammar || code.length > longestCode) return undefined
  const tokens: CodeToken[] = []
  tokenizeWith(code, grammar, (text, kind) => text && tokens.push({ text, kind }), { languages })
  return tokens
}
