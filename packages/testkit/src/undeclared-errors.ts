import { subscribe } from 'node:diagnostics_channel'
import { afterAll, expect } from 'vitest'

// Setup for every test file. The file fails if an operation returns an undeclared error code.
const undeclared = new Set<string>()

subscribe('atrium:undeclared-error', (message) => {
  const { operation, code } = message as { operation: string; code: string }
  undeclared.add(`${operation}: ${code}`)
})

afterAll(() => {
  expect([...undeclared].sort(), 'codes that their operation does not declare').toEqual([])
})
