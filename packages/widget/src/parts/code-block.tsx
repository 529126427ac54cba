import { memo, useEffect, useState } from 'react'
import { useTexts } from '../locales/use-texts.ts'
import type { CodeToken } from '../markdown/highlight.ts'
import { icons } from './icons.tsx'
import { useCopy } from './use-copy.tsx'

/** Names of languages in fences whose usual spelling isn't just upper case. */
const names: Readonly<Record<string, string>> = {
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  sh: 'Shell',
  bash: 'Shell',
  shell: 'Shell',
  yml: 'YAML',
  py: 'Python',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  diff: 'Diff',
  mermaid: 'Mermaid',
}

const acronyms = ['jsx', 'tsx', 'json', 'yaml', 'html', 'css', 'sql', 'http', 'toml']

const nameOf = (language: string | undefined): string => language?.split(/[\s,{:]/)[0] ?? ''

const labelOf = (name: string): string => {
  const key = name.toLowerCase()
  if (acronyms.includes(key)) return key.toUpperCase()
  return Object.hasOwn(names, key) ? (names[key] ?? name) : name
}

/** The tokens of finished code, for colours. The highlighter is loaded with the first block that needs it. */
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
  const { isCopied, label: copyLabel, failure, announcement, copy } = useCopy(texts.copyCode)
  const name = nameOf(language)
  const label = labelOf(name)
  const tokens = useTokens(code, name, isGrowing)
  return (
    <figure
      className="sn-codeblock overflow-hidden rounded-block border border-line bg-soft [direction:ltr]"
      aria-label={label || undefined}
    >
      <figcaption className="flex h-8 items-center justify-between ps-3 pe-1 text-xs text-muted pointer-coarse:h-11">
        <span role={failure && 'alert'}>{failure ?? label}</span>
        <button
          type="button"
          className="grid size-7 place-items-center rounded-[7px] hover:text-text pointer-coarse:-me-1 pointer-coarse:size-11 [&_svg]:size-3.5"
          onClick={() => copy(code)}
          aria-label={copyLabel}
        >
          {isCopied ? icons.done : icons.copy}
        </button>
        {announcement}
      </figcaption>
      <pre
        className="scroll-thin overflow-x-auto px-3 pt-0.5 pb-3 font-mono text-sm [tab-size:2] -outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrollable by keyboard
        tabIndex={0}
      >
        <Code code={code} tokens={tokens} />
      </pre>
    </figure>
  )
}
