import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClientFacts, toNetwork } from './client-facts.ts'

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
const toAddress = (trusted: string[], peer: string, forwardedFor: string) =>
  createClientFacts(trusted)(requestFrom(peer, { 'x-forwarded-for': forwardedFor })).address

test('ignores forwarded headers if no proxy is trusted', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (forwardedFor, protocol, host) => {
      const headers = {
        'x-forwarded-for': forwardedFor,
        'x-forwarded-proto': protocol,
        'x-forwarded-host': host,
      }
      const facts = createClientFacts([])(
        requestFrom('198.51.100.1', { ...headers, host: 'API.example.com:1' }),
      )
      expect(facts).toEqual({
        address: '198.51.100.1',
        protocol: 'http',
        host: 'api.example.com:1',
      })
    }),
  )
})

test.each([
  [['10.0.0.0/8'], '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8'], '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  [['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  [['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, nonsense, 10.0.0.7', '10.0.0.7'],
  [['10.0.0.0/8'], '10.0.0.1', '', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  [['10.0.0.1'], '10.0.0.1', '203.0.113.9:5000', '203.0.113.9'],
  [['fd00::/8'], 'fd00::1', '2001:db8::2', '2001:db8::2'],
  [['fd00::/8'], '10.0.0.1', '2001:db8::2', '10.0.0.1'],
])('trusts proxies at %j: if %s sends "%s", reads %s', (trusted, peer, forwardedFor, expected) => {
  expect(toAddress(trusted, peer, forwardedFor)).toBe(expected)
})

test('ignores an address that the client sends itself when it is behind a trusted proxy', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 }),
      (forged) => {
        expect(toAddress(['10.0.0.1'], '10.0.0.1', [...forged, '203.0.113.9'].join(', '))).toBe(
          '203.0.113.9',
        )
      },
    ),
  )
})

test('leaves out an invalid host', () => {
  for (const host of ['a b', 'x/y', 'user@x', '', 'x:port', `${'a'.repeat(300)}`, 'ö.example'])
    expect(createClientFacts([])(requestFrom('192.0.2.1', { host })).host).toBeUndefined()
  for (const host of ['x', 'x.example:8080', '[::1]:3000', '127.0.0.1'])
    expect(createClientFacts([])(requestFrom('192.0.2.1', { host })).host).toBe(host)
})

test('groups IPv4 by address, IPv6 by the first 64 bits, and mapped IPv4 as IPv4', () => {
  expect(toNetwork('203.0.113.9')).toBe('203.0.113.9')
  expect(toNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(toNetwork('2001:db8:0:1:a:b:c:d')).toBe('2001:db8:0:1::/64')
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(toNetwork(address).length).toBeLessThan(50)
    }),
  )
})
