import { eventually } from '@atrium/testkit'
import { expect, it } from 'vitest'
import { createSlotPool } from './slot-pool.ts'

interface Item {
  id: string
  lane: string
}

/** A pool with a queue in memory. Each item runs until its id is passed to `end`. */
function createQueue(slots: number, more: { hidesItems?: boolean } = {}) {
  const queue: Item[] = []
  const going = new Map<string, () => void>()
  let reads = 0
  const pool = createSlotPool<Item>({
    slots,
    async heads() {
      reads += 1
      const lanes = Map.groupBy(queue, ({ lane }) => lane)
      const heads = [...lanes].flatMap(([lane, [first]]) =>
        first === undefined ? [] : [{ lane, priority: 0, runId: first.id }],
      )
      return { heads, next: '' }
    },
    async claim(wanted) {
      const taken = [...wanted].flatMap(([lane, count]) =>
        queue.filter((item) => item.lane === lane).slice(0, count),
      )
      for (const item of taken) queue.splice(queue.indexOf(item), 1)
      return taken
    },
    laneOf: ({ lane }) => lane,
    perform: ({ id }, { signal }) =>
      new Promise((resolve) => {
        going.set(id, resolve)
        signal.addEventListener('abort', () => resolve())
      }),
    failed(error) {
      throw error
    },
    ...more,
  })
  return { pool, queue, end: (id: string) => going.get(id)?.(), reads: () => reads }
}

it('reserves a slot only when nothing may wait in the queue', async () => {
  const { pool, queue, end } = createQueue(4)
  expect(pool.reserve('a', 'early')).toBeUndefined()
  await pool.look()
  const slot = pool.reserve('a', 'one')
  expect(pool.reserved()).toEqual(['one'])
  queue.push({ id: 'two', lane: 'b' })
  pool.poke()
  expect(pool.reserve('a', 'three')).toBeUndefined()
  await pool.look()
  slot?.start({ id: 'one', lane: 'a' })
  expect([pool.running().toSorted(), pool.reserved()]).toEqual([['one', 'two'], []])
  expect([pool.hasStarted('one'), pool.hasStarted('three')]).toEqual([true, false])
  end('one')
  end('two')
  await pool.stop()
})

it('reserves a slot once the read in progress has found the queue empty', async () => {
  const { pool, queue } = createQueue(4)
  await pool.look()
  pool.poke()
  expect(pool.reserve('a', 'one')).toBeUndefined()
  await pool.whenRead()
  const slot = pool.reserve('a', 'one')
  expect(slot).toBeDefined()
  slot?.free()
  queue.push({ id: 'two', lane: 'b' }, { id: 'three', lane: 'b' }, { id: 'four', lane: 'b' })
  pool.poke()
  await pool.whenRead()
  // Its lane has no turn for the third item, so a new item has to wait behind it.
  expect(pool.running()).toHaveLength(2)
  expect(pool.reserve('a', 'five')).toBeUndefined()
  await pool.stop(1)
})

it('counts a reserved slot as held, until the run starts or its transaction rolls back', async () => {
  const { pool, end } = createQueue(4)
  await pool.look()
  // A second slot for the lane leaves two free, but a third would not leave three.
  const slots = [pool.reserve('a', 'one'), pool.reserve('a', 'two'), pool.reserve('a', 'three')]
  expect(slots.map((slot) => slot !== undefined)).toEqual([true, true, false])
  slots[0]?.free()
  slots[0]?.start({ id: 'one', lane: 'a' })
  expect([pool.running(), pool.reserved()]).toEqual([[], ['two']])
  const again = pool.reserve('a', 'four')
  again?.start({ id: 'four', lane: 'a' })
  again?.free()
  expect([pool.running(), pool.reserved()]).toEqual([['four'], ['two']])
  const stopped = pool.stop()
  expect(pool.reserve('b', 'late')).toBeUndefined()
  // A stop waits for reserved slots, and for the runs that begin in them.
  slots[1]?.start({ id: 'two', lane: 'a' })
  await eventually(() => expect(pool.running()).toHaveLength(2))
  end('four')
  end('two')
  await stopped
})

it('aborts a run after the grace period when it began in a reserved slot during a stop', async () => {
  const { pool } = createQueue(4)
  await pool.look()
  const slot = pool.reserve('a', 'one')
  const stopped = pool.stop(1)
  await Promise.resolve()
  slot?.start({ id: 'one', lane: 'a' })
  await stopped
  expect(pool.running()).toEqual([])
})

it('reads the queue again when an item ends only if more may wait', async () => {
  const { pool, queue, end, reads } = createQueue(2)
  queue.push({ id: 'one', lane: 'a' }, { id: 'two', lane: 'a' })
  await pool.look()
  expect(pool.running()).toEqual(['one'])
  end('one')
  await eventually(() => expect(pool.running()).toEqual(['two']))
  // The lane's only turn was used, so another item may wait.
  end('two')
  await eventually(() => expect(pool.running()).toEqual([]))
  await pool.look()
  const before = reads()
  const slot = pool.reserve('a', 'three')
  slot?.start({ id: 'three', lane: 'a' })
  end('three')
  await eventually(() => expect(pool.running()).toEqual([]))
  expect(reads()).toBe(before)
  await pool.stop()
})

it('reserves no slot and reads after each end if busy items are hidden', async () => {
  const { pool, queue, end } = createQueue(4, { hidesItems: true })
  queue.push({ id: 'one', lane: 'a' })
  await pool.look()
  expect(pool.reserve('b', 'two')).toBeUndefined()
  queue.push({ id: 'hidden', lane: 'a' })
  end('one')
  await eventually(() => expect(pool.running()).toEqual(['hidden']))
  end('hidden')
  await pool.stop()
})
