import type { EventEnvelope } from '@atrium/contracts'
import { expect, test, vi } from 'vitest'
import { createSeenEvents } from './seen-events.ts'

const event = (id: string) => ({ id }) as EventEnvelope

test('an event is kept once, and the oldest beyond a hundred go', () => {
  const seen = createSeenEvents()
  for (let n = 0; n < 120; n += 1) seen.add(event(`e${n}`))
  seen.add(event('e119'))
  expect(seen.get().map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, n) => `e${n + 20}`),
  )
})

test('a reader learns of each event until it leaves, and of the end of an organisation', () => {
  const seen = createSeenEvents()
  const changed = vi.fn()
  const leave = seen.subscribe(changed)
  seen.add(event('a'))
  seen.clear()
  leave()
  seen.add(event('b'))
  expect(changed).toHaveBeenCalledTimes(2)
})
