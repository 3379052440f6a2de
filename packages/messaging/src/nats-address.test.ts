import { expect, test } from 'vitest'
import { natsAddress } from './nats-address.ts'

test.each([
  ['nats://one:4222', { servers: ['one:4222'] }],
  ['one, nats://two:4223 ,three:4224', { servers: ['one', 'two:4223', 'three:4224'] }],
  ['nats://[::1]:4222', { servers: ['[::1]:4222'] }],
  ['nats://ann:p%40ss%3Aword@one:4222', { servers: ['one:4222'], user: 'ann', pass: 'p@ss:word' }],
  ['nats://one,nats://ann:secret@two', { servers: ['one', 'two'], user: 'ann', pass: 'secret' }],
  ['ann:secret@one:4222', { servers: ['one:4222'], user: 'ann', pass: 'secret' }],
  ['nats://token@one', { servers: ['one'], token: 'token' }],
  ['tls://one:4222', { servers: ['one:4222'], tls: {} }],
])('parses %s', (url, expected) => {
  expect(natsAddress(url)).toEqual(expected)
})

test.each(['', 'nats://', 'nats://ann:secret@', 'a b', 'nats://one,,nats://two'])(
  'rejects "%s" without repeating it in the error',
  (url) => {
    expect(() => natsAddress(url)).toThrow(/^NATS_URL is not an address of a server$/)
  },
)
