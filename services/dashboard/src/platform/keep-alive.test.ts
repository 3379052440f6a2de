import { expect, test } from 'vitest'
import { keepAlive } from './keep-alive.ts'

test('keeps a short write alive after its page closes', () => {
  const write = { method: 'PATCH', body: '{"title":"Order fenders"}' }
  expect(keepAlive(write)).toEqual({ ...write, keepalive: true })
})

test.each([
  ['a read', {}],
  ['a long write', { method: 'PATCH', body: 'x'.repeat(2_001) }],
  ['a file', { method: 'POST', body: new Blob(['x']) }],
])('sends %s unchanged', (_, init) => {
  expect(keepAlive(init)).toBe(init)
})
