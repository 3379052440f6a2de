import { expect, test, vi } from 'vitest'
import { createSavedViews, isSameView, viewLimits } from './saved-views.ts'

function createStorage(values = new Map<string, string>()) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}
const names = (views: ReturnType<typeof createSavedViews>) => views.list().map(({ name }) => name)

test('views are saved, renamed and read again by another page', () => {
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

test('a view is saved again under its name, whatever the case', () => {
  const views = createSavedViews(() => createStorage(), 'a')
  const kept = createStorage()
  const own = createSavedViews(() => kept, 'a')
  own.save('Sails', { q: 'sail' })
  own.save('sails', { q: 'jib' })
  expect(own.list()).toMatchObject([{ name: 'sails', view: { q: 'jib' } }])
  expect(views.list()).toEqual([])
})

test('a deleted view comes back in its place', () => {
  const storage = createStorage()
  const views = createSavedViews(() => storage, 'a')
  for (const name of ['one', 'two', 'three']) views.save(name, { q: name })
  const undo = views.remove(views.list()[1]?.id ?? '')
  expect(names(views)).toEqual(['one', 'three'])
  undo()
  expect(names(views)).toEqual(['one', 'two', 'three'])
})

test('persons and organisations see their own views', () => {
  const storage = createStorage()
  createSavedViews(() => storage, 'usr_1.org_1').save('Mine', {})
  expect(createSavedViews(() => storage, 'usr_2.org_1').list()).toEqual([])
  expect(createSavedViews(() => storage, 'usr_1.org_2').list()).toEqual([])
})

test('entries of the storage are checked, and a broken or forbidden storage is empty', () => {
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

test('the number of views has a bound: the oldest goes', () => {
  const storage = createStorage()
  const views = createSavedViews(() => storage, 'a')
  for (let n = 0; n <= viewLimits.count; n += 1) views.save(`View ${n}`, {})
  expect(views.list()).toHaveLength(viewLimits.count)
  expect(names(views)[0]).toBe('View 1')
})

test('views are the same when they show the same', () => {
  expect(isSameView({ q: '', kind: ['link'] }, { kind: ['link'] })).toBe(true)
  expect(isSameView({ kind: ['link'] }, { kind: ['task'] })).toBe(false)
})
