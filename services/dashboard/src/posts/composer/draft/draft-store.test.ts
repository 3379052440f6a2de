import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { createDraftStore, draftLimits } from './draft-store.ts'

function createStorage(characters = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>()
  return {
    kept,
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, text: string) {
      const others = [...kept].filter(([other]) => other !== key)
      const size = others.reduce((sum, [, value]) => sum + value.length, text.length)
      if (size > characters) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
  }
}

const place = { userId: 'usr_1', orgId: 'org_1', post: 'new' }
const draft = (body: string): Draft => ({ ...emptyDraft, body })

test('keeps a draft separately for each user, organisation and post', () => {
  const storage = createStorage()
  const store = createDraftStore(storage, () => 1_000)
  expect(store.save(place, draft('Fresh bread'))).toBe(true)
  expect(createDraftStore(storage, () => 2_000).load(place)).toEqual({
    draft: draft('Fresh bread'),
    savedAt: new Date(1_000),
  })
  for (const other of [{ userId: 'usr_2' }, { orgId: 'org_2' }, { post: 'task_1' }]) {
    expect(store.load({ ...place, ...other })).toBeUndefined()
  }
  store.remove(place)
  expect(store.load(place)).toBeUndefined()
})

test('removes a draft when it becomes blank', () => {
  const store = createDraftStore(createStorage())
  store.save(place, draft('Fresh bread'))
  store.save(place, draft(' '))
  expect(store.load(place)).toBeUndefined()
})

test.each(['{', 'null', '{"savedAt":1,"draft":{"body":1}}'])(
  'ignores a stored entry if it is %s',
  (text) => {
    const storage = createStorage()
    storage.setItem('atrium.compose.usr_1.org_1.new', text)
    expect(createDraftStore(storage).load(place)).toBeUndefined()
  },
)

test('removes the oldest drafts when there are too many, and every draft after 30 days', () => {
  const storage = createStorage()
  let now = 0
  const store = createDraftStore(storage, () => now)
  for (let n = 0; n <= draftLimits.count; n += 1) {
    now += 1
    store.save({ ...place, post: `task_${n}` }, draft(`Post ${n}`))
  }
  expect(storage.kept.size).toBe(draftLimits.count)
  expect(store.load({ ...place, post: 'task_0' })).toBeUndefined()
  expect(store.load({ ...place, post: 'task_1' })?.draft.body).toBe('Post 1')
  now += draftLimits.ageMs
  expect(store.load({ ...place, post: 'task_1' })).toBeUndefined()
})

test('removes only its own oldest drafts when the storage is full', () => {
  const storage = createStorage(2_200)
  storage.setItem('atrium.theme', 'dark')
  let now = 0
  const store = createDraftStore(storage, () => ++now)
  for (const post of ['task_1', 'task_2', 'task_3'])
    store.save({ ...place, post }, draft('x'.repeat(700)))
  expect(store.load({ ...place, post: 'task_1' })).toBeUndefined()
  expect(store.load({ ...place, post: 'task_3' })?.draft.body).toHaveLength(700)
  expect(storage.getItem('atrium.theme')).toBe('dark')
})

test('does not keep a draft if it is too long or the browser has no storage', () => {
  expect(
    createDraftStore(createStorage()).save(place, draft('x'.repeat(draftLimits.characters))),
  ).toBe(false)
  expect(createDraftStore(undefined).save(place, draft('Fresh bread'))).toBe(false)
  expect(createDraftStore(undefined).load(place)).toBeUndefined()
})
