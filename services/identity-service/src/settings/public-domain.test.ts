import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { FindPublicDomain } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'

/** The TXT records of a DNS server on this machine, by name. Every other name does not exist. */
const records = new Map<string, string[]>()
const dns = createSocket('udp4')
let harness: Harness

/** Returns the TXT records that a query asks for (RFC 1035, section 4). */
dns.on('message', (query, { port, address }) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const values = records.get(labels.join('.').toLowerCase())
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(values === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(values?.length ?? 0, 6)
  const answers = (values ?? []).map((value) => {
    const text = Buffer.from(value)
    const fixed = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
    return Buffer.concat([fixed, text])
  })
  dns.send(Buffer.concat([header, question, ...answers]), port, address)
})

beforeAll(async () => {
  dns.bind(0, '127.0.0.1')
  await once(dns, 'listening')
  harness = await startHarness({ DNS_SERVERS: `127.0.0.1:${dns.address().port}` })
})
afterAll(async () => {
  await harness?.stop()
  dns.close()
})

const patch = (founder: Founder, publicDomain: string | null, more = {}) =>
  harness.as(
    {
      userId: founder.userId,
      orgId: founder.orgId,
      role: 'owner',
      isAdmin: false,
      via: 'session',
      credentialId: 'ses_1',
    },
    'PATCH',
    '/api/settings',
    { publicDomain, ...more },
  )
const findOwner = async (host: string) =>
  (await callRpc(harness.bus, FindPublicDomain, { host })).org?.orgId
const prove = (domain: string, ...founders: Founder[]) =>
  records.set(
    `_atrium.${domain}`,
    founders.map(({ orgId }) => `atrium-organisation=${orgId}`),
  )

test('takes a domain when its DNS record names the organisation, and gives it up at once', async () => {
  const owner = await harness.founder()
  const refused = await patch(owner, 'shop.example')
  expect([refused.status, refused.at('code')]).toEqual([422, 'domain_not_proven'])
  expect(refused.text).toContain(`atrium-organisation=${owner.orgId}`)
  prove('shop.example', owner)
  const taken = await patch(owner, ' Shop.Example ')
  expect([taken.status, taken.at('publicDomain')]).toEqual([200, 'shop.example'])
  expect(await findOwner('shop.example')).toBe(owner.orgId)
  expect((await patch(owner, null)).status).toBe(200)
  expect(await findOwner('shop.example')).toBeUndefined()
})

test('keeps a domain when a client sends it back and the record is gone', async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  prove('kept.example', owner)
  expect((await patch(owner, 'kept.example')).status).toBe(200)
  records.delete('_atrium.kept.example')
  const changed = await patch(owner, 'kept.example', { timezone: 'Europe/Paris' })
  expect([changed.status, changed.at('timezone')]).toEqual([200, 'Europe/Paris'])
  prove('kept.example', other)
  expect((await patch(other, 'kept.example')).status).toBe(200)
  const late = await patch(owner, 'kept.example')
  expect([late.status, late.at('code')]).toEqual([422, 'domain_not_proven'])
  expect(await findOwner('kept.example')).toBe(other.orgId)
})

test('gives a domain to one organisation only, and to the next when the record names only that one', async () => {
  const [first, second] = [await harness.founder(), await harness.founder()]
  prove('two.example', first)
  expect((await patch(first, 'two.example')).status).toBe(200)
  expect((await patch(second, 'two.example')).status).toBe(422)
  prove('two.example', first, second)
  const refused = await patch(second, 'two.example')
  expect([refused.status, refused.at('code')]).toEqual([409, 'domain_taken'])
  expect(await findOwner('two.example')).toBe(first.orgId)
  prove('two.example', second)
  expect((await patch(second, 'two.example')).status).toBe(200)
  expect(await findOwner('two.example')).toBe(second.orgId)
})

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  'https://shop.example',
  'shop.example:8080',
  'shop.example/path',
  'user@shop.example',
  '-',
  `${'a'.repeat(64)}.example`,
  '*.example.com',
  `${'a.'.repeat(120)}example`,
])('refuses %s because it is no domain', async (name) => {
  const owner = await harness.founder()
  expect((await patch(owner, name)).status).toBe(400)
})
