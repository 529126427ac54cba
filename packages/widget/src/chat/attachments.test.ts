import { attachmentLimits } from '@sidenote/contract'
import { expect, test } from 'vitest'
import { maximumBytes, maximumFiles, withoutBytes } from './attachments.ts'

test('attachments have the server’s limits', () => {
  expect({ count: maximumFiles, bytes: maximumBytes }).toEqual(attachmentLimits)
})

test('only a file’s name and type are stored', () => {
  const text = { type: 'text', text: 'How?' }
  const file = { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'data:image/png;base64,AA==' }
  expect(withoutBytes({ id: '1', parts: [file, text] })).toEqual({ id: '1', parts: [{ ...file, url: '' }, text] })
})
