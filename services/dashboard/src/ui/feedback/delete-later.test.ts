import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving, onOtherOrg } from '../../platform/session/org-change.ts'

// The page facts and the client are read from the document.
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

test('sends a pending deletion once, before the session leaves its organisation', async () => {
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

test('does not send a deletion if another tab has changed the organisation', async () => {
  deleteLater(record)
  for (const stop of onOtherOrg) stop({ name: 'former' }, null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(request).not.toHaveBeenCalled()
  expect(leaving.get()).not.toContain(record.id)
})
