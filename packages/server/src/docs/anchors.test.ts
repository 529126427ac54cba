import { expect, test } from 'vitest'
import { type AnchorStyle, createAnchors } from './anchors.ts'

const anchors = (style: AnchorStyle, ...headings: string[]) => headings.map(createAnchors(style))

test.each([
  ['python', 'Self-signed & untrusted', 'self-signed-untrusted'],
  ['python', 'What’s new in 2.0?', 'whats-new-in-20'],
  ['python', 'Größe ändern', 'groe-andern'],
  ['python', '設定', '_1'],
  ['pymdown', 'Self-signed & untrusted', 'self-signed--untrusted'],
  ['pymdown', 'Größe ändern', 'größe-ändern'],
  ['vitepress', 'Self-signed & untrusted', 'self-signed-untrusted'],
  ['vitepress', '2.0 is here!', '_2-0-is-here'],
  ['vitepress', 'server.port', 'server-port'],
  ['vitepress', 'Größe', 'große'],
  ['github', 'Self-signed & untrusted', 'self-signed--untrusted'],
  ['github', 'server.port', 'serverport'],
] as const)('in the way of %s the heading “%s” has the anchor %s', (style, heading, anchor) => {
  expect(anchors(style, heading)).toEqual([anchor])
})

test.each([
  ['python', ['usage', 'usage_1', 'usage_2', 'usage_3']],
  ['vitepress', ['usage', 'usage-1', 'usage-2', 'usage-1-1']],
  ['github', ['usage', 'usage-1', 'usage-2', 'usage_1']],
] as const)('in the way of %s a second heading has another anchor', (style, wanted) => {
  expect(anchors(style, 'Usage', 'Usage', 'Usage', 'Usage_1')).toEqual(wanted)
})
