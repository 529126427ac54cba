import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readLocation, readWebAddress } from './read-location.ts'

const absolute = (path: string) => resolve('/srv', path)

test.each([
  ['https://github.com/acme/docs', 'https://github.com/acme/docs'],
  ['github.com/acme/docs', 'https://github.com/acme/docs'],
  ['git.example.co.uk:8443/acme/docs.git', 'https://git.example.co.uk:8443/acme/docs.git'],
  ['docs.example.com', 'https://docs.example.com'],
  ['file:///var/git/docs.git', '/var/git/docs.git'],
  ['file:///var/my%20docs', '/var/my docs'],
  ['docs/pages', '/srv/docs/pages'],
  ['./github.com/acme', '/srv/github.com/acme'],
  ['../docs', '/docs'],
  ['.', '/srv'],
])('%s is %s', (text, location) => {
  expect(readLocation(text, absolute)).toBe(location)
})

test('a folder that is there is meant, whatever its name looks like', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  await mkdir(join(folder, 'docs.example.com'))
  expect(readLocation('docs.example.com', (path) => join(folder, path))).toBe(join(folder, 'docs.example.com'))
  await rm(folder, { recursive: true })
})

test('a file of another machine is refused, and a website has an address', () => {
  expect(() => readLocation('file://server/docs', absolute)).toThrow('file://server/docs names no file')
  expect(readWebAddress('docs.example.com/guide')).toBe('https://docs.example.com/guide')
  expect(readWebAddress('http://localhost:80/')).toBe('http://localhost:80/')
})
