import { expect, test } from 'vitest'
import { definesAsSection, isSameName, readDefined } from './definition.ts'

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
  ['Vite', 'Vite (French word for "quick", pronounced `/viːt/`) is a build tool.', true],
  ['Plugin', 'Ein Plugin ist ein Paket, das nachgeladen wird.', true],
  ['canal alfa', 'El canal alfa es una máscara de la imagen.', true],
  ['Плагин', 'Плагин — это пакет, который загружается позже.', true],
  ['プラグイン', 'プラグインとは、後から読み込まれるパッケージです。', true],
  ['插件', '插件是一种稍后加载的软件包。', true],
  ['mydestination', 'By default, the value of mydestination lists them.', false],
  ['useChat', '`useChat()` is a hook.', true],
  ['route', 'The **fastest** route connects the two.', false],
  ['macro', 'Macros are JavaScript functions that run while the code is bundled.', true],
  ['git stash', '## NAME\n\ngit-stash - Stash the changes away', true],
  ['RESET', 'RESET — restore the value of a parameter', true],
  ['macro', 'Macros are bundled.', false],
  ['lockfile', '### Lockfile\n\nThe entries are written to it.', false],
  ['layout', '### layout\n\nThe layout behavior of the image.', false],
  ['slots', '### $slots\n\nAn object with functions.', false],
  ['processor', '### Specify a processor\n\nA plugin may have one.', false],
  ['Vite', '# Vite is a heading', false],
  ['Vite', "Vite's architecture is a topic.", false],
])('says what %s is: %s', (subject, markdown, isSaid) => {
  expect(definesAsSection(subject, { title: 'Page', heading: null, content: markdown })).toBe(isSaid)
})

test('a section of a glossary says what its heading is, however it begins', () => {
  const section = { heading: 'Hydration', content: '## Hydration\n\nReact’s process of attaching handlers.' }
  expect(definesAsSection('hydration', { ...section, title: 'Glossary of Kettle' })).toBe(true)
  expect(definesAsSection('hydration', { ...section, title: 'Rendering' })).toBe(false)
})

test('a name is the same in its other spellings', () => {
  expect(isSameName('useChat()', 'usechat')).toBe(true)
  expect(isSameName('Slots', 'slot')).toBe(true)
  expect(isSameName('git-stash(1)', 'git stash')).toBe(true)
  expect(isSameName('Write-Ahead Logging (WAL)', 'wal')).toBe(true)
  expect(isSameName('Multi-Processing Modules (MPMs)', 'mpm')).toBe(true)
  expect(isSameName('Slots', 'Scoped slots')).toBe(false)
})
