import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving } from '../platform/before-leaving.ts'
import { onOtherOrg } from '../platform/other-org.ts'

// The page's facts and its client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.useFakeTimers()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const { deleteLater } = await import('./delete-later.ts')
const { leaving } = await import('./leaving.ts')

const request = vi.fn(async () => undefined)
const record = { id: 'tsk_1', name: 'The post', send: request }
beforeEach(() => request.mockClear())

test('a deletion that can still be undone is sent before the session leaves its organisation, and once', async () => {
  deleteLater(record)
  expect(leaving.get()).toContain(record.id)
  await beforeLeaving.settle()
  expect(request).toHaveBeenCalledTimes(1)
  expect(leaving.get()).not.toContain(record.id)
  for (const stop of onOtherOrg) stop({ name: 'former' }, null)
  await vi.advanceTimersByTimeAsync(20_000)
  await beforeLeaving.settle()
  expect(request).toHaveBeenCalledTimes(1)
})

test('a deletion is not sent in the organisation that another tab has changed to', async () => {
  deleteLater(record)
  for (const stop of onOtherOrg) stop({ name: 'former' }, null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(request).not.toHaveBeenCalled()
  expect(leaving.get()).not.toContain(record.id)
})
