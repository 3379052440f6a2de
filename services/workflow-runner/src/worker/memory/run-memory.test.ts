import { expect, it } from 'vitest'
import { createRunMemory } from './run-memory.ts'

it('rejects the largest run but not a small one when the process holds too much', () => {
  const open = createRunMemory(100)
  const [large, small] = [open(), open()]
  expect(large.hold(90)).toBe(true)
  expect(small.hold(20)).toBe(true)
  expect(large.hold(1)).toBe(false)
  large.release()
  expect(small.hold(70)).toBe(true)
  expect(small.hold(20)).toBe(false)
})
