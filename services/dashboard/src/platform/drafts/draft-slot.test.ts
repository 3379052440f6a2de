import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type TakenSlot, takeSlot } from './draft-slot.ts'

const { locks } = navigator
const taken: TakenSlot[] = []
let names = 0
afterEach(() => {
  for (const { release } of taken.splice(0)) release()
})

/** Opens windows on one record. Some slots already hold drafts. */
function windowsOn(drafts: readonly number[] = []) {
  names += 1
  const name = `thing ${names}`
  return async (former?: number, wasReloaded = false) => {
    const holds = (each: number) => drafts.includes(each)
    const slot = await takeSlot({ locks, name, holds, former, wasReloaded })
    taken.push(slot)
    return slot
  }
}

test('gives two windows different slots, and frees a slot when its window closes', async () => {
  const open = windowsOn([0])
  const [first, second] = [await open(), await open()]
  expect([first.slot, second.slot]).toEqual([0, 1])
  first.release()
  expect((await open(first.slot)).slot).toBe(0)
})

test('takes over a draft if its window was closed', async () => {
  const open = windowsOn([2])
  expect((await open()).slot).toBe(2)
  expect((await open()).slot).toBe(0)
})

test("keeps a window's slot when the window reloads while its previous page still holds the slot", async () => {
  const open = windowsOn([0, 1])
  const [first, second] = [await open(), await open()]
  const again = open(second.slot, true)
  // A slow browser takes longer than a copied window would wait.
  await setTimeout(700)
  second.release()
  expect((await again).slot).toBe(1)
  first.release()
})

test("takes another slot if a copied window remembers its original's slot", async () => {
  const open = windowsOn([0])
  const { slot } = await open()
  expect((await open(slot)).slot).toBe(1)
})

test('uses a single slot if the browser has no locks', async () => {
  const slots = { locks: undefined, name: 'x', holds: () => false, former: 3, wasReloaded: false }
  expect((await takeSlot(slots)).slot).toBe(0)
})
