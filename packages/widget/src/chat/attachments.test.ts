import { attachmentLimits } from '@sidenote/contract'
import { expect, test } from 'vitest'
import { maximumBytes, maximumFiles, withoutBytes } from './attachments.ts'

test('files are refused by what the server refuses them by', () => {
  expect({ count: maximumFiles, bytes: maximumBytes }).toEqual(attachmentLimits)
})

test('what is kept of a file is its name and its type', () => {
  const text = { type: 'text', text: 'How?' }
  const file = { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'data:image/png;base64,AA==' }
  expect(withoutBytes({ id: '1', parts: [file, text] })).toEqual({ id: '1', parts: [{ ...file, url: '' }, text] })
})
