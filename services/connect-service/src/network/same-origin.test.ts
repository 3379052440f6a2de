import { expect, test } from 'vitest'
import { sameOrigin } from './same-origin.ts'

test.each([
  ['https://a.example/x', 'https://a.example:443/y?z', true],
  ['http://localhost:80/x', 'http://127.0.0.1/', true],
  ['http://localhost:4100', 'http://[::1]:4100/', true],
  ['http://localhost:4100', 'http://127.0.0.1:4101', false],
  ['https://localhost', 'http://localhost', false],
  ['https://a.example', 'https://b.a.example', false],
  ['https://localhost.example', 'https://localhost', false],
])('compares the origins of %s and %s: %s', (one, other, same) => {
  expect(sameOrigin(new URL(one), new URL(other))).toBe(same)
})
