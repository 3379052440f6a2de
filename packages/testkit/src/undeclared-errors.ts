import { subscribe } from 'node:diagnostics_channel'
import { afterAll, expect } from 'vitest'

// Set-up of every test file: an operation that refuses with a code it does not declare fails the file.
const undeclared = new Set<string>()

subscribe('atrium:undeclared-error', (message) => {
  const { operation, code } = message as { operation: string; code: string }
  undeclared.add(`${operation}: ${code}`)
})

afterAll(() => {
  expect([...undeclared].sort(), 'codes that their operation does not declare').toEqual([])
})
