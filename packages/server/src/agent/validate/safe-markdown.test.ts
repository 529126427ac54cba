import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { writeSafeMarkdown } from './safe-markdown.ts'

const known = ['https://docs.example.com/guide', 'https://github.com/acme/docs/issues/1', 'https://known.example/a']
const write = (markdown: string, links: readonly string[] = known): string =>
  writeSafeMarkdown({ markdown, links }).blocks.join('\n\n')

describe('the words of a model', () => {
  test('keep their form', () => {
    const text = [
      'A page with *emphasis*, **strength** and `code`.',
      '- one\n- two\n  - deeper\n\n1. first\n2. second',
      '> quoted',
      '| a | b |\n| --- | --- |\n| 1 | `x` |',
      '```js\nconst a = 1\n\nconst b = `2`\n```',
    ].join('\n\n')
    expect(write(text)).toBe(text)
    expect(write('# Title\n\nfirst\nsecond  \nthird')).toBe('#### Title\n\nfirst second\\\nthird')
    expect(write('- [x] done\n- [ ] open')).toBe('- ☑ done\n- ☐ open')
  })

  test.each([
    // Images, in every form that one pass of removing them leaves.
    ['![a](https://evil.test/?q=1)', 'a (`https://evil.test/?q=1`)'],
    ['!![x](https://evil.test/a.png)', '!x (`https://evil.test/a.png`)'],
    ['!!![x][y]\n\n[y]: https://evil.test/a.png', '!!x (`https://evil.test/a.png`)'],
    ['[![x](https://evil.test/a.png)](https://evil.test/b)', 'x (`https://evil.test/a.png`) (`https://evil.test/b`)'],
    ['<img src="https://evil.test/x">', '\\<img `src="https://evil.test/x">`'],
    ['a <IMG SRC=//evil.test/x> b', 'a \\<IMG SRC=//evil.test/x\\> b'],
    ['<picture><source srcset=x></picture>', '\\<picture\\>\\<source srcset=x\\>\\</picture\\>'],
    // Comments.
    ['Fine <!-- merge at once --> so', 'Fine so'],
    ['<!<!-- -->-- hidden -->', '\\<!-- hidden --\\>'],
    ['<!-- open', ''],
    ['a <!<!-- a -->-- hidden --> b', 'a \\<!-- hidden --\\> b'],
    ['&lt;!-- hidden --&gt;', '\\<!-- hidden --\\>'],
    // Mentions.
    ['See @everyone.', 'See `@everyone`.'],
    ['(@acme/all)', '(`@acme/all`)'],
    ['&#64;everyone &commat;here \\@all', '`@everyone` `@here` `@all`'],
    ['@\u200beveryone and @\u2060all', '`@everyone` and `@all`'],
    ['@<!-- -->everyone', '`@everyone`'],
    ['@*every*one', '`@`*every*one'],
    ['mail me@example.org', 'mail `me@example.org`'],
    // Issues.
    ['fixes #1', 'fixes `#1`'],
    ['Closes: org/repo#1, resolves GH-1 and gh-2', 'Closes: `org/repo#1`, resolves `GH-1` and `gh-2`'],
    ['fixes &num;1, fixes &#35;1, fix\\#1', 'fixes `#1`, fixes `#1`, `fix#1`'],
    ['fixes #<!-- -->1', 'fixes `#1`'],
    ['fixes #![1](x)', 'fixes `#1` (x)'],
    ['fixes **#1**', 'fixes **`#1`**'],
    ['closes !12 and &34', 'closes `!12` and `&34`'],
    ['implements ABC-12, not UTF-8', 'implements `ABC-12`, not UTF-8'],
    ['Resolves https://github.com/acme/docs/issues/1', 'Resolves `https://github.com/acme/docs/issues/1`'],
    ['[one](https://github.com/acme/docs/issues/1)', 'one (`https://github.com/acme/docs/issues/1`)'],
    ['`fixes #1`', '`fixes\u00a0#1`'],
    ['```\nfixes #1\n```', '```\nfixes\u00a0#1\n```'],
    ['at deadbeef1 and 0123456789', 'at `deadbeef1` and 0123456789'],
    // Links.
    ['[guide](https://docs.example.com/guide)', '[guide](<https://docs.example.com/guide>)'],
    ['<https://docs.example.com/guide>', '[`https://docs.example.com/guide`](<https://docs.example.com/guide>)'],
    ['[sign in](https://evil.test)', 'sign in (`https://evil.test`)'],
    ['[sign in][a]\n\n[A]: https://evil.test "x"', 'sign in (`https://evil.test`)'],
    ['https://evil.test and www.evil.test', '`https://evil.test` and `www.evil.test`'],
    ['<mailto:a@evil.test>', '`mailto:a@evil.test`'],
    ['[a](javascript:alert(1))', 'a (`javascript:alert(1)`)'],
    ['[a]: https://evil.test', ''],
    // What GitLab does at the beginning of a line.
    ['/close', '\\/close'],
    ['text\\\n/merge', 'text\\\n\\/merge'],
    ['::include{file=x}', '\\::include{file=x}'],
    ['[[_TOC_]]', '\\[\\[*TOC*\\]\\]'],
    // Diagrams are programs.
    ['```mermaid\ngraph TD\n```', '```\ngraph TD\n```'],
    ['````\n```\n````', '````\n```\n````'],
    // What hides.
    ['a\u202eb\u{e0041}c\u00adпривет', 'abcпривет'],
    [
      '<details><summary>x</summary>\n\nhidden\n\n</details>',
      '\\<details\\>\\<summary\\>x\\</summary\\>\n\nhidden\n\n\\</details\\>',
    ],
    // Text that looks like markup.
    ['1\\. one', '1\\. one'],
    ['\\- a and \\# b and \\*c\\*', '\\- a and \\# b and \\*c\\*'],
    ['a \\`b\\` $x$ ~y~', 'a \\`b\\` \\$x\\$ ~~y~~'],
  ])('do nothing where they are shown: %j', (markdown, safe) => expect(write(markdown)).toBe(safe))

  test('say which addresses they link to, and link to none that is not allowed', () => {
    const markdown = '[a](https://known.example/a) [b](https://evil.test) [c](https://u@known.example/a) [d](../x.md)'
    const { blocks, links } = writeSafeMarkdown({ markdown, links: [] })
    expect(links).toEqual(['https://known.example/a', 'https://evil.test'])
    expect(blocks[0]).not.toContain('](')
  })

  test('stay the same when they are written once more', () => {
    for (const text of [
      'fixes #1 @all',
      '- a\n  1. b\n\n     ```\n     c\n     ```',
      '> - `x`\n>\n> y',
      'a\\\nb',
      '\\<b\\>',
    ]) {
      const once = write(text)
      expect(write(once)).toBe(once)
    }
  })

  test('nested deeper than anybody writes are one line', () => {
    expect(write(`${'> '.repeat(20)}fixes #1`)).toBe(`${'> '.repeat(7)}fixes \`#1\``)
    expect(() => write('*a '.repeat(6_000))).toThrow('signs of emphasis')
  })
})

describe('whatever pieces a text is made of', () => {
  const pieces = [
    ...[
      '!',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '`',
      '``',
      '```',
      '~~~',
      '*',
      '**',
      '_',
      '~~',
      '|',
      '\\',
      '&',
      ';',
      '"',
      "'",
      ':',
      '/',
    ],
    ...[
      '<!--',
      '-->',
      '<!-- x -->',
      '<img src=x>',
      '<a href="https://evil.test">',
      '</a>',
      '<details>',
      '&lt;',
      '&#64;',
      '&num;',
    ],
    ...[
      '![x](https://evil.test/a.png)',
      '[x](https://evil.test)',
      '[x][y]',
      '\n\n[y]: https://evil.test\n\n',
      '<https://evil.test>',
    ],
    ...[
      '@all',
      '@',
      'me@evil.test',
      '#1',
      '#',
      '1',
      'GH-1',
      'GH-',
      'org/repo#1',
      '!1',
      'fixes ',
      'Closes: ',
      'ABC-1',
      'www.evil.test',
    ],
    ...[
      'https://evil.test',
      'https:',
      '//evil.test',
      '\u200b',
      '\u202e',
      '\u{e0041}',
      '/close',
      '::include{file=x}',
      '$x$',
      '[^1]',
      '[^1]: ',
    ],
    ...[
      ' ',
      '  ',
      '\n',
      '\n\n',
      '    ',
      '\t',
      '- ',
      '1. ',
      '> ',
      '# ',
      '---',
      '===',
      '| a |\n|---|\n| ',
      'word',
      'ends.',
    ],
  ]
  const parser = unified().use(remarkParse).use(remarkGfm)
  /** What code hosts look for in what a reader sees as text, and for GitLab in the source. */
  const active = /@|(?<![\w&])[#!&]\d|GH-\d|:\/\/|www\.|[\u200b\u202e\u{e0041}]/u
  const closing = /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?):? +(?:[\w./-]*#\d|https?:\/\/|[A-Z][A-Z\d_]*-\d)/i

  const problemsOf = (node: Nodes): string[] => {
    const own = [
      'image',
      'imageReference',
      'html',
      'link',
      'linkReference',
      'definition',
      'footnoteDefinition',
    ].includes(node.type)
      ? [node.type]
      : node.type === 'text' && active.test(node.value)
        ? [node.value]
        : []
    return 'children' in node ? [...own, ...node.children.flatMap(problemsOf)] : own
  }

  test('nothing of it does anything', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 24 }), (parts) => {
        const safe = write(parts.join(''), [])
        expect(problemsOf(parser.parse(safe)), safe).toEqual([])
        expect(safe).not.toMatch(closing)
        // GitLab looks for commands outside of code.
        expect(safe.replace(/^( *)(`{3,}).*\n[\s\S]*?^ *\2$/gm, '')).not.toMatch(/^\/\w/m)
        expect(safe).not.toMatch(/[\u200b\u202e\u{e0041}]/u)
      }),
      { numRuns: Number(process.env.FUZZ_TEXTS ?? 500) },
    )
  })
})
