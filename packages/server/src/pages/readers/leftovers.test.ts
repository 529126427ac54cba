import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const problemsOf = async (path: string, text: string) =>
  (await readPage({ path, text })).problems.map(({ line, reason }) => `${line}: ${reason}`)

test.each([
  [
    'a.md',
    '# A\n\nGet {{ product }}, {{ product }} and {{ other }}.',
    '3: “{{ product }}” and 2 more like it are shown',
  ],
  ['a.md', '# A\n\n| x |\n| --- |\n| {{ cell }} |', '5: “{{ cell }}” is shown'],
  ['a.rst', 'A\n=\n\nText {% raw %} of it.', '4: “{% raw %}” is shown'],
  ['a.html', '<main><h1>A</h1>\n<p>See [[Other page]].</p></main>', '2: “[[Other page]]” is shown'],
  ['a.md', '# A\n\nText %%private%% of it.', '3: “%%private%%” is shown'],
  ['a.md', '# A\n\n```html\n<p>{{ shown }}</p>\n```\n\n<p>{{ shown }}</p>', '7: “{{ shown }}” is shown'],
  ['a.md', '# A\n\n~~~~\n~~~\n{{ x }}\n~~~~\n\nA `{{ x }}` here.\n\nAnd {{ x }}.', '10: “{{ x }}” is shown'],
  ['a.mdx', '# A\n\n```js\nlet a = "[[b]]"\n```\n\nSee [[b]].', '7: “[[b]]” is shown'],
  ['a.adoc', '= A\n\nText, include::gone.adoc[] in it.', '3: “include::gone.adoc[]” is shown'],
])('what a generator would have replaced is told with its line: %s %j', async (path, text, problem) => {
  const problems = await problemsOf(path, text)
  expect(problems.filter((each) => each.startsWith(problem))).toHaveLength(1)
})

test.each([
  ['a.md', '# A\n\nWrite `{{ name }}`.\n\n```\n{% if %}\n:::tip\n```'],
  ['a.md', '# A\n\nA [link][x], 100%, 50 %% off and a:::b.\n\n[x]: /y'],
  ['a.md', '---\ntitle: "{{ x }}"\n---\n\n# A\n\n> [!NOTE]\n> Text'],
])('what is code, or only looks like it, is not: %s %j', async (path, text) => {
  expect(await problemsOf(path, text)).toEqual([])
})
