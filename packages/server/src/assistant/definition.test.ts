import { expect, test } from 'vitest'
import { definesAsSection, definesPlainly, isSameName, readDefined } from './definition.ts'

test.each([
  ['What is Vite?', 'Vite'],
  ['what are server islands', 'server islands'],
  ['What’s a composable?', 'composable'],
  ['What does git stash do?', 'git stash'],
  ['what does WAL mean', 'WAL'],
  ['What does it cost to stay?', undefined],
  ['What is the default of build.target?', undefined],
  ['What is the difference between ref and reactive?', undefined],
  ['How do I install it?', undefined],
])('%s asks what %s is', (question, subject) => {
  expect(readDefined(question)).toBe(subject)
})

test.each([
  ['Vite', 'Vite (French word for "quick", pronounced `/viːt/`) is a build tool.', 3],
  ['island', 'In Astro, an island is an enhanced component.', 3],
  ['slots', '**Slots** let you pass content.', 2],
  ['hook', '*Hooks* let you use features.', 2],
  ['slot', 'Slots are used to pass content.', 2],
  ['useChat', '`useChat()` is a hook.', 3],
  ['processor', '### Processors\n\nA part of a plugin that extracts code.', 3],
  [
    'sync status',
    'Some words.\n\n- **Target state** What is wanted.\n- **Sync status**: whether what is there is what is wanted.',
    2,
  ],
  ['macro', 'Macros are JavaScript functions that run while the code is bundled.', 3],
  ['WAL', '*Write-Ahead Logging* (WAL) is a standard method for ensuring integrity.', 3],
  ['WAL', 'Methods that write ahead (WAL) are slow.', 0],
  ['git stash', '## NAME\n\ngit-stash - Stash the changes away', 3],
  ['RESET', 'RESET — restore the value of a parameter', 3],
  ['macro', 'Macros are bundled.', 0],
  ['lockfile', '### Lockfile\n\nThe entries are written to it.', 0],
  ['layout', '### layout\n\nThe layout behavior of the image.', 0],
  ['slots', '### $slots\n\nAn object with functions.', 0],
  ['processor', '### Specify a processor\n\nA plugin may have one.', 0],
  ['Vite', '# Vite is a heading', 0],
  ['Vite', "Vite's architecture is a topic.", 0],
])('says what %s is: %s', (subject, markdown, plainly) => {
  expect(definesPlainly(subject, markdown)).toBe(plainly)
})

test('a section of a glossary says what its heading is, however it begins', () => {
  const section = { heading: 'Hydration', content: '## Hydration\n\nReact’s process of attaching handlers.' }
  expect(definesAsSection('hydration', { ...section, title: 'Glossary of Kettle' })).toBe(3)
  expect(definesAsSection('hydration', { ...section, title: 'Rendering' })).toBe(0)
})

test('a name is the same in its other spellings', () => {
  expect(isSameName('useChat()', 'usechat')).toBe(true)
  expect(isSameName('Slots', 'slot')).toBe(true)
  expect(isSameName('git-stash(1)', 'git stash')).toBe(true)
  expect(isSameName('Write-Ahead Logging (WAL)', 'wal')).toBe(true)
  expect(isSameName('Slots', 'Scoped slots')).toBe(false)
})
