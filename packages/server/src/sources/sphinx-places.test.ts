import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reading } from '../../test/support/reading.ts'
import { writeFiles } from '../../test/support/write-files.ts'
import { linksOf } from '../pages/page-links.ts'
import { parsePage } from '../pages/readers/parse.ts'
import { packPage } from '../reading/pack-page.ts'
import { folderSource } from './folder.ts'
import type { SourceDocument } from './source.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sidenote-sphinx-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function readPages(folder = ''): Promise<Map<string, SourceDocument>> {
  const documents = new Map<string, SourceDocument>()
  for await (const item of folderSource(reading, join(root, folder)).read(new AbortController().signal)) {
    if (item.kind === 'document') documents.set(item.document.path, item.document)
  }
  return documents
}

const pageOf = (document: SourceDocument | undefined) => document && parsePage({ ...document, anchors: 'docutils' })
const contentOf = (document: SourceDocument | undefined) =>
  pageOf(document)
    ?.sections.map(({ content }) => content)
    .join('\n\n')

const security = `Security
========

.. _xss:
.. _scripting:

Cross-Site Scripting (XSS)
--------------------------

Text.

.. _nowhere:

A paragraph.

.. module:: flask

.. class:: Flask(name)

   .. method:: run(port)

      Runs it.
`

test('references of Sphinx lead to other pages, by the titles that stand there', async () => {
  await writeFiles(root, {
    'conf.py': "extensions = ['sphinx.ext.autodoc']",
    'security.rst': security,
    'guide/start.rst': `Start
=====

See :ref:\`xss\`, :ref:\`the text <nowhere>\`, :ref:\`missing\`, :doc:\`/security\`, :doc:\`next\`, :doc:\`so <../security>\`,
:class:\`flask.Flask\`, :meth:\`~flask.Flask.run\`, :meth:\`.run\`, :class:\`!flask.Flask\` and :class:\`other.Thing\`.
`,
    'guide/next.md':
      '(go on)=\n# Next steps\n\n{ref}`xss`, {doc}`start`, {py:meth}`~flask.Flask.run`, [here](#xss) and [there](#go-on).',
  })
  const pages = await readPages()
  expect(contentOf(pages.get('guide/start.rst'))).toBe(
    'See [Cross-Site Scripting (XSS)](/security#scripting), [the text](/security#nowhere), missing, [Security](/security), [Next steps](/guide/next), [so](/security), ' +
      '[`flask.Flask`](/security#flask.Flask), [`run()`](/security#flask.Flask.run), [`run()`](/security#flask.Flask.run), `flask.Flask` and `other.Thing`.',
  )
  expect(contentOf(pages.get('guide/next.md'))).toBe(
    '[Cross-Site Scripting (XSS)](/security#scripting), [Start](/guide/start), [`run`](/security#flask.Flask.run), [here](/security#scripting) and [there](#go-on).',
  )
})

test('such a link names the section as its page does', async () => {
  await writeFiles(root, { 'conf.py': 'extensions = []', 'security.rst': security, 'a.rst': 'Aa\n==\n\n:ref:`xss`\n' })
  const pages = await readPages()
  const page = pageOf(pages.get('a.rst'))
  const [link] = linksOf(page ? packPage(page).sections : [])
  expect(link).toMatchObject({ path: 'security', anchor: 'scripting', text: 'Cross-Site Scripting (XSS)' })
  const sections = parsePage({ path: 'security.rst', text: security }).sections
  expect(sections.map(({ anchor }) => anchor)).toEqual(['security', 'scripting', 'flask.Flask', 'flask.Flask.run'])
})

test('a page changes with the titles that it shows of others, and with no more of them', async () => {
  const write = (title: string, more: string) =>
    writeFiles(root, {
      'conf.py': 'extensions = []',
      'a.rst': 'Aa\n==\n\n:ref:`there`\n',
      'b.rst': `.. _there:\n\n${title}\n=====\n\n${more}\n`,
    })
  const hashOfA = async () => (await readPages()).get('a.rst')?.hash
  await write('Title', 'One.')
  const before = await hashOfA()
  await write('Title', 'Two.')
  expect(await hashOfA()).toBe(before)
  await write('Other', 'Two.')
  expect(await hashOfA()).not.toBe(before)
})

test('without a configuration of Sphinx nothing is looked for on other pages', async () => {
  await writeFiles(root, { 'security.rst': security, 'a.rst': 'Aa\n==\n\n:ref:`xss`\n' })
  expect(contentOf((await readPages()).get('a.rst'))).toBe('xss')
})

test('options, variables and what C declares are sections with the ids that Sphinx gives them', async () => {
  const options = `Options
=======

.. program:: git add

.. option:: -v, --verbose

   Say more of what is done.

.. option:: path

   The path.

.. program:: None

.. option:: --depth=<n>

   How deep.

.. envvar:: MY_HOME_DIR

   Where it is.

.. confval:: html_theme.options-x

   The theme.

.. opcode:: LOAD_FAST (var_num)

   Loads.

.. c:function:: PyObject *Py_NewRef(PyObject *o)

   A reference.
`
  const naming = `Aa
==

:option:\`git add --verbose\`, :option:\`--depth\`, :envvar:\`MY_HOME_DIR\`, :confval:\`html_theme.options-x\`, :c:func:\`Py_NewRef\`
`
  await writeFiles(root, { 'conf.py': 'extensions = []', 'options.rst': options, 'a.rst': naming })
  const sections = parsePage({ path: 'options.rst', text: options }).sections
  expect(sections.slice(1).map(({ heading, anchor }) => [heading, anchor])).toEqual([
    ['-v, --verbose', 'cmdoption-git-add-v'],
    ['path', 'cmdoption-git-add-arg-path'],
    ['--depth=<n>', 'cmdoption-depth'],
    ['MY_HOME_DIR', 'envvar-MY_HOME_DIR'],
    ['html_theme.options-x', 'confval-html_theme.options-x'],
    ['LOAD_FAST (var_num)', 'opcode-LOAD_FAST-var_num'],
    ['PyObject *Py_NewRef(PyObject *o)', 'c.Py_NewRef'],
  ])
  expect(sections[2]?.prose).toBe('The path.')
  expect(contentOf((await readPages()).get('a.rst'))).toBe(
    '[`git add --verbose`](/options#cmdoption-git-add-v), [`--depth`](/options#cmdoption-depth), [`MY_HOME_DIR`](/options#envvar-MY_HOME_DIR), ' +
      '[`html_theme.options-x`](/options#confval-html_theme.options-x), [`Py_NewRef()`](/options#c.Py_NewRef)',
  )
})
