import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'

function createStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size
    },
  }
}

test('returns a draft until it is removed or 30 days old', () => {
  const storage = createStorage()
  let now = 0
  const drafts = createDrafts(
    () => storage,
    () => now,
  )
  drafts.write('card', { title: 'Half a' })
  expect(drafts.read('card')).toEqual({ title: 'Half a' })
  now = 30 * 24 * 3_600_000
  expect(drafts.read('card')).toBeUndefined()
  expect(storage.length).toBe(0)
})

test('removes all drafts and nothing else from the storage', () => {
  const storage = createStorage()
  storage.setItem('atrium.theme', 'dark')
  const drafts = createDrafts(() => storage)
  for (let n = 0; n < 5; n += 1) drafts.write(`card${n}`, n)
  drafts.clear()
  expect([storage.length, storage.getItem('atrium.theme')]).toEqual([1, 'dark'])
})

test('throws no error if the storage is full, forbidden or broken', () => {
  const forbidden = createDrafts(() => {
    throw new DOMException('no', 'SecurityError')
  })
  forbidden.write('card', 1)
  expect(forbidden.read('card')).toBeUndefined()
  const storage = createStorage()
  storage.setItem('atrium.draft.card', '{')
  expect(createDrafts(() => storage).read('card')).toBeUndefined()
})
