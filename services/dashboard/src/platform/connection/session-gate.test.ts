import { expect, test } from 'vitest'
import { createSessionGate } from './session-gate.ts'

test('continues all waiting requests when the user signs in', async () => {
  const gate = createSessionGate()
  gate.arm()
  const waits = [gate.wait(), gate.wait()]
  expect(gate.isWaiting()).toBe(true)
  gate.settle(true)
  expect(await Promise.all(waits)).toEqual([true, true])
  expect(gate.isWaiting()).toBe(false)
})

test('ends the wait when the user gives up, and later passes each 401 on', async () => {
  const gate = createSessionGate()
  gate.arm()
  const wait = gate.wait()
  gate.disarm()
  expect(await wait).toBe(false)
  expect(gate.isArmed()).toBe(false)
})

test('notifies listeners of each change until they unsubscribe', () => {
  const gate = createSessionGate()
  const seen: boolean[] = []
  const leave = gate.subscribe(() => seen.push(gate.isWaiting()))
  void gate.wait()
  gate.settle(true)
  leave()
  void gate.wait()
  expect(seen).toEqual([true, false])
})
