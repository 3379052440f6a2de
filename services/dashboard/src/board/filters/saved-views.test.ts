import { expect, test, vi } from 'vitest'
import { createSavedViews, isSameView, viewLimits } from './saved-views.ts'

function createStorage(values = new Map<string, string>()) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}
const names = (views: ReturnType<typeof createSavedViews>) => views.list().map(({ name }) => name)

test('saves and renames views, and another page reads them', () => {
  const storage = createStorage()
  const views = createSavedViews(() => storage, 'usr_1.org_1')
  const changed = vi.fn()
  views.subscribe(changed)
  views.save('Late links', { kind: ['link'], due: 'overdue' })
  views.save('Sails', { q: 'sail' })
  views.rename(views.list()[1]?.id ?? '', 'Sail loft')
  expect(createSavedViews(() => storage, 'usr_1.org_1').list()).toEqual([
    { id: expect.any(String), name: 'Late links', view: { kind: ['link'], due: 'overdue' } },
    { id: expect.any(String), name: 'Sail loft', view: { q: 'sail' } },
  ])
  expect(changed).toHaveBeenCalledTimes(3)
})

test('replaces a view if its name differs only in case', () => {
  const views = createSavedViews(() => createStorage(), 'a')
  const kept = createStorage()
  const own = createSavedViews(() => kept, 'a')
  own.save('Sails', { q: 'sail' })
  own.save('sails', { q: 'jib' })
  expect(own.list()).toMatchObject([{ name: 'sails', view: { q: 'jib' } }])
  expect(views.list()).toEqual([])
})

test('restores a deleted view at its position', () => {
  const storage = createStorage()
  const views = createSavedViews(() => storage, 'a')
  for (const name of ['one', 'two', 'three']) views.save(name, { q: name })
  const undo = views.remove(views.list()[1]?.id ?? '')
  expect(names(views)).toEqual(['one', 'three'])
  undo()
  expect(names(views)).toEqual(['one', 'two', 'three'])
})

test('keeps views apart by user and organisation', () => {
  const storage = createStorage()
  createSavedViews(() => storage, 'usr_1.org_1').save('Mine', {})
  expect(createSavedViews(() => storage, 'usr_2.org_1').list()).toEqual([])
  expect(createSavedViews(() => storage, 'usr_1.org_2').list()).toEqual([])
})

test('ignores invalid entries, and returns no views if the storage is broken or forbidden', () => {
  const values = new Map([
    [
      'atrium.views.a',
      JSON.stringify([{ id: '1', name: 'x', view: { kind: 'ship', q: 'a', card: 'b' } }]),
    ],
  ])
  expect(createSavedViews(() => createStorage(values), 'a').list()).toEqual([
    { id: '1', name: 'x', view: { q: 'a' } },
  ])
  values.set('atrium.views.a', '{')
  expect(createSavedViews(() => createStorage(values), 'a').list()).toEqual([])
  const forbidden = createSavedViews(() => {
    throw new DOMException('no', 'SecurityError')
  }, 'a')
  forbidden.save('Kept by the page', {})
  expect(names(forbidden)).toEqual(['Kept by the page'])
})

test('drops the oldest view when there are too many', () => {
  const storage = createStorage()
  const views = createSavedViews(() => storage, 'a')
  for (let n = 0; n <= viewLimits.count; n += 1) views.save(`View ${n}`, {})
  expect(views.list()).toHaveLength(viewLimits.count)
  expect(names(views)[0]).toBe('View 1')
})

test('treats two views as equal if they show the same cards', () => {
  expect(isSameView({ q: '', kind: ['link'] }, { kind: ['link'] })).toBe(true)
  expect(isSameView({ kind: ['link'] }, { kind: ['task'] })).toBe(false)
})
