import type { EventEnvelope } from '@atrium/contracts'
import { expect, test, vi } from 'vitest'
import { createSeenEvents } from './seen-events.ts'

const event = (id: string) => ({ id }) as EventEnvelope

test('keeps each event once, and drops the oldest when there are more than a hundred', () => {
  const seen = createSeenEvents()
  for (let n = 0; n < 120; n += 1) seen.add(event(`e${n}`))
  seen.add(event('e119'))
  expect(seen.get().map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, n) => `e${n + 20}`),
  )
})

test('notifies a reader of each event until the reader leaves, and when the organisation changes', () => {
  const seen = createSeenEvents()
  const changed = vi.fn()
  const leave = seen.subscribe(changed)
  seen.add(event('a'))
  seen.clear()
  leave()
  seen.add(event('b'))
  expect(changed).toHaveBeenCalledTimes(2)
})
