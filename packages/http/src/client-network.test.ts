import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

const app = new Hono().get('/', (c) => c.json({ client: clientNetwork(c.req) ?? null }))
const buildClient = async (address?: string): Promise<unknown> => {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address }
  const { client } = (await (await app.request('/', { headers })).json()) as { client: unknown }
  return client
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['not an address', null],
])('reads the client network of %s as %s', async (address, expected) => {
  expect(await buildClient(address)).toBe(expected)
})

test('knows no client network if the gateway sends none', async () => {
  expect(await buildClient()).toBeNull()
})
