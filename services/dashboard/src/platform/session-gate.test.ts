import { expect, test } from 'vitest'
import { createSessionGate } from './session-gate.ts'

test('requests that wait for a sign-in go on together once it happened', async () => {
  const gate = createSessionGate()
  gate.arm()
  const waits = [gate.wait(), gate.wait()]
  expect(gate.isWaiting()).toBe(true)
  gate.settle(true)
  expect(await Promise.all(waits)).toEqual([true, true])
  expect(gate.isWaiting()).toBe(false)
})

test('a person who gives up ends the wait, and later 401s are answers like any other', async () => {
  const gate = createSessionGate()
  gate.arm()
  const wait = gate.wait()
  gate.disarm()
  expect(await wait).toBe(false)
  expect(gate.isArmed()).toBe(false)
})

test('every change of the wait reaches listeners until they leave', () => {
  const gate = createSessionGate()
  const seen: boolean[] = []
  const leave = gate.subscribe(() => seen.push(gate.isWaiting()))
  void gate.wait()
  gate.settle(true)
  leave()
  void gate.wait()
  expect(seen).toEqual([true, false])
})
