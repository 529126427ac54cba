import { memo, useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import type { CodeToken } from '../markdown/highlight.ts'
import { icons } from './icons.tsx'
import { useCopy } from './use-copy.tsx'

/** What fences call a language, and what people call it. */
const languages: Record<string, string> = {
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  jsx: 'JSX',
  tsx: 'TSX',
  sh: 'Shell',
  bash: 'Shell',
  shell: 'Shell',
  json: 'JSON',
  yaml: 'YAML',
  yml: 'YAML',
  html: 'HTML',
  css: 'CSS',
  sql: 'SQL',
  py: 'Python',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  http: 'HTTP',
  toml: 'TOML',
  diff: 'Diff',
  mermaid: 'Mermaid',
}

const nameOf = (language: string | undefined): string => language?.split(/[\s,{:]/)[0] ?? ''

const labelOf = (name: string): string =>
  Object.hasOwn(languages, name.toLowerCase()) ? (languages[name.toLowerCase()] ?? name) : name

/** The colours of finished code; the file that knows them is fetched with the first block that needs it. */
function useTokens(code: string, name: string, isGrowing: boolean): readonly CodeToken[] | undefined {
  const [tokens, setTokens] = useState<readonly CodeToken[]>()
  useEffect(() => {
    if (isGrowing || !name) return
    let isGone = false
    import('../markdown/highlight.ts').then(
      ({ highlight }) => isGone || setTokens(highlight(code, name)),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [code, name, isGrowing])
  return isGrowing ? undefined : tokens
}

const Code = memo(function Code({ code, tokens }: { code: string; tokens: readonly CodeToken[] | undefined }) {
  if (!tokens) return <code>{code}</code>
  return (
    <code>
      {tokens.map(({ text, kind }, index) =>
        kind ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens of finished code never change places
          <span key={index} className={`sn-code-${kind}`}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </code>
  )
})

/** A code block with its language and a copy button. */
export function CodeBlock(properties: { code: string; language: string | undefined; isGrowing: boolean }) {
  const { code, language, isGrowing } = properties
  const texts = useTexts()
  const { isCopied, label: copyLabel, failure, told, copy } = useCopy(texts.copyCode)
  const name = nameOf(language)
  const label = labelOf(name)
  const tokens = useTokens(code, name, isGrowing)
  return (
    <figure className="sn-codeblock" aria-label={label || undefined}>
      <figcaption>
        <span role={failure && 'alert'}>{failure ?? label}</span>
        <button type="button" onClick={() => copy(code)} aria-label={copyLabel}>
          {isCopied ? icons.done : icons.copy}
        </button>
        {told}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too */}
      <pre tabIndex={0}>
        <Code code={code} tokens={tokens} />
      </pre>
    </figure>
  )
}
