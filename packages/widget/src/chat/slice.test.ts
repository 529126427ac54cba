import { expect, it, vi } from 'vitest'
import { createSlice } from './slice.ts'

it('tells its listeners of changes only, until they leave', () => {
  const slice = createSlice({ text: '', count: 0 })
  const listener = vi.fn()
  const leave = slice.subscribe(listener)
  const before = slice.get()
  slice.change({ text: '', count: 0 })
  slice.set(before)
  expect(listener).not.toHaveBeenCalled()
  expect(slice.get()).toBe(before)
  slice.change({ text: 'How?' })
  expect(slice.get()).toEqual({ text: 'How?', count: 0 })
  leave()
  slice.change({ count: 1 })
  expect(listener).toHaveBeenCalledTimes(1)
})

it('lets a listener leave while it is called', () => {
  const slice = createSlice(0)
  const leave = slice.subscribe(() => leave())
  const other = vi.fn()
  slice.subscribe(other)
  slice.set(1)
  expect(other).toHaveBeenCalledOnce()
})
