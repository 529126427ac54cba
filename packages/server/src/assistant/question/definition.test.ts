import { expect, test } from 'vitest'
import { definesAsSection, definesPlainly, isSameName, readDefined } from './definition.ts'

test.each([
  ['What is Vite?', 'Vite'],
  ['what are server islands', 'server islands'],
  ['What’s a composable?', 'composable'],
  ['What does git stash do?', 'git stash'],
  ['what does WAL mean', 'WAL'],
  ['Tell me about server islands', 'server islands'],
  ['can you explain presets?', 'presets'],
  ['Explain how it works to me', undefined],
  ['What does it cost to stay?', undefined],
  ['What is the default of build.target?', undefined],
  ['What is the difference between ref and reactive?', undefined],
  ['How do I install it?', undefined],
  ['Was ist ein Plugin?', 'Plugin'],
  ['Qu’est-ce qu’un lien symbolique ?', 'lien symbolique'],
  ['¿Qué es un canal alfa?', 'canal alfa'],
  ['Cos’è il canale alfa?', 'canale alfa'],
  ['o que e canal alfa', 'canal alfa'],
  ['Что такое альфа-канал?', 'альфа-канал'],
  ['プラグインとは何ですか？', 'プラグイン'],
  ['什么是符号链接？', '符号链接'],
  ['플러그인이란 무엇인가요?', '플러그인'],
  ['Was ist der Standardwert von port?', undefined],
  ['Was ist der Unterschied zwischen Klonen und Heilen?', undefined],
])('%s asks what %s is', (question, subject) => {
  expect(readDefined(question)).toBe(subject)
})

test.each([
  ['Vite', 'Vite (French word for "quick", pronounced `/viːt/`) is a build tool.', 3],
  ['Plugin', 'Ein Plugin ist ein Paket, das nachgeladen wird.', 3],
  ['canal alfa', 'El canal alfa es una máscara de la imagen.', 3],
  ['Плагин', 'Плагин — это пакет, который загружается позже.', 3],
  ['プラグイン', 'プラグインとは、後から読み込まれるパッケージです。', 3],
  ['插件', '插件是一种稍后加载的软件包。', 3],
  ['island', 'In Astro, an island is an enhanced component.', 3],
  ['slots', '**Slots** let you pass content.', 2],
  ['hook', '*Hooks* let you use features.', 2],
  ['mydestination', 'The mydestination parameter specifies what domains are delivered to.', 2],
  ['mydestination', 'By default, the value of mydestination lists them.', 0],
  ['slot', 'Slots are used to pass content.', 2],
  ['useChat', '`useChat()` is a hook.', 3],
  [
    'sync status',
    'Some words.\n\n- **Target state** What is wanted.\n- **Sync status**: whether what is there is what is wanted.',
    2,
  ],
  ['kettle', 'The kettle framework makes it easy to boil water.', 2],
  ['route', 'A source is an address. A **route** connects the two.', 2],
  ['route', 'The **fastest** route connects the two.', 0],
  ['macro', 'Macros are JavaScript functions that run while the code is bundled.', 3],
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

test('a section that is asked what the thing is says it', () => {
  const section = { title: 'Kettle', content: '## What is BrewMaster?\n\nTea for a thousand.' }
  expect(definesAsSection('brewmaster', { ...section, heading: 'What is BrewMaster?' })).toBe(3)
  expect(definesAsSection('brew', { ...section, heading: 'What is BrewMaster?' })).toBe(3)
  expect(definesAsSection('brew', { ...section, heading: 'What is brew check?' })).toBe(0)
})

test('a name is the same in its other spellings', () => {
  expect(isSameName('useChat()', 'usechat')).toBe(true)
  expect(isSameName('Slots', 'slot')).toBe(true)
  expect(isSameName('git-stash(1)', 'git stash')).toBe(true)
  expect(isSameName('Write-Ahead Logging (WAL)', 'wal')).toBe(true)
  expect(isSameName('Multi-Processing Modules (MPMs)', 'mpm')).toBe(true)
  expect(isSameName('Slots', 'Scoped slots')).toBe(false)
})
