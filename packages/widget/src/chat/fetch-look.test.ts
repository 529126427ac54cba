import { expect, test } from 'vitest'
import { changesOfLook } from './fetch-look.ts'

test('what the page says wins over what is stored, also when it says nothing', () => {
  const given = { title: 'Acme', disclaimer: '', accent: undefined }
  const look = { title: 'Stored', disclaimer: 'Check it.', accent: '#123456', radius: 4 }
  expect(changesOfLook(given, {}, look)).toEqual({ accent: '#123456', radius: 4 })
})

test('another site’s look leaves nothing of the one before', () => {
  const earlier = { title: 'First', radius: 4, accent: '#123456' }
  const given = { ...earlier, accent: '#abcdef' }
  expect(changesOfLook(given, earlier, { title: 'Second' })).toEqual({ title: 'Second', radius: undefined })
})
