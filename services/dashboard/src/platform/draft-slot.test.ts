import { afterEach, expect, test } from 'vitest'
import { type TakenSlot, takeSlot } from './draft-slot.ts'

const { locks } = navigator
const taken: TakenSlot[] = []
let names = 0
afterEach(() => {
  for (const { release } of taken.splice(0)) release()
})

/** Opens windows on one thing whose drafts are in some slots. */
function windowsOn(drafts: readonly number[] = []) {
  names += 1
  const name = `thing ${names}`
  return async (former?: number) => {
    const slot = await takeSlot({ locks, name, holds: (each) => drafts.includes(each), former })
    taken.push(slot)
    return slot
  }
}

test('two windows have two slots, and a closed one frees its own', async () => {
  const open = windowsOn([0])
  const [first, second] = [await open(), await open()]
  expect([first.slot, second.slot]).toEqual([0, 1])
  first.release()
  expect((await open(first.slot)).slot).toBe(0)
})

test('a window takes over the draft that another one left behind', async () => {
  const open = windowsOn([2])
  expect((await open()).slot).toBe(2)
  expect((await open()).slot).toBe(0)
})

test('a window that is loaded again keeps its slot, which its former page still holds', async () => {
  const open = windowsOn([0, 1])
  const [first, second] = [await open(), await open()]
  const again = open(second.slot)
  second.release()
  expect((await again).slot).toBe(1)
  first.release()
})

test('a copied window that remembers the slot of its original takes another one', async () => {
  const open = windowsOn([0])
  const { slot } = await open()
  expect((await open(slot)).slot).toBe(1)
})

test('without locks there is one slot', async () => {
  const slots = { locks: undefined, name: 'x', holds: () => false, former: 3 }
  expect((await takeSlot(slots)).slot).toBe(0)
})
