import { expect, test } from 'vitest'
import { keepAlive } from './keep-alive.ts'

test('a short write goes on without its page', () => {
  const write = { method: 'PATCH', body: '{"title":"Order fenders"}' }
  expect(keepAlive(write)).toEqual({ ...write, keepalive: true })
})

test.each([
  ['a read', {}],
  ['a long write', { method: 'PATCH', body: 'x'.repeat(2_001) }],
  ['a file', { method: 'POST', body: new Blob(['x']) }],
])('%s is sent as it is', (_, init) => {
  expect(keepAlive(init)).toBe(init)
})
