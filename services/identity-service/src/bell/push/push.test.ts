import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LeadReceived, newId, type Principal } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { type Founder, type Harness, startHarness } from '../../../test/harness.ts'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  bytes: number
}

const received: Received[] = []
let status = 201
const pushService = createServer((request, response) => {
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.length
  })
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, bytes })
    response.writeHead(status).end()
  })
})

const vapid = webPush.generateVAPIDKeys()
let harness: Harness
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`
  harness = await startHarness({
    PUSH_VAPID_PUBLIC_KEY: vapid.publicKey,
    PUSH_VAPID_PRIVATE_KEY: vapid.privateKey,
    PUSH_PRIVATE_ADDRESSES: 'loopback',
  })
})
afterAll(async () => {
  await harness.stop()
  pushService.close()
})

async function toPrincipal(
  member: Founder,
  via: 'session' | 'api_key' = 'session',
): Promise<Principal> {
  const principal = await harness.principalOf(member)
  if (typeof principal === 'string') throw new Error(principal)
  return { ...principal, via }
}

function newSubscription(path: string) {
  const browser = createECDH('prime256v1')
  return {
    endpoint: `${origin}${path}`,
    expirationTime: null,
    keys: {
      p256dh: browser.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}

const subscribe = async (owner: Founder, subscription: object, via?: 'api_key') =>
  harness.as(await toPrincipal(owner, via), 'POST', '/api/me/push', subscription)
const choosePush = async (owner: Founder) =>
  harness.as(await toPrincipal(owner), 'PUT', '/api/me/notifications', {
    items: [{ kind: 'lead', page: true, mail: false, push: true }],
  })
const receiveLead = ({ orgId }: Founder) =>
  inTransaction(harness.db, undefined, (tx) =>
    emit(tx, LeadReceived, orgId, {
      taskId: newId('task'),
      source: 'contact_form',
      name: 'Ana',
      email: 'ana@visitors.example',
      message: 'How much?',
    }),
  )
const sentTo = (path: string) => received.filter((one) => one.path === path)
const countSubscriptions = async ({ userId }: Founder) =>
  (await harness.rows(`select 1 from push_subscriptions where user_id = '${userId}'`)).rows.length

test('sends a notification encrypted to each browser of the user, once', async () => {
  const owner = await harness.founder()
  const key = await harness.as(await toPrincipal(owner), 'GET', '/api/me/push')
  expect(key.body).toEqual({ publicKey: vapid.publicKey })
  const subscription = newSubscription('/phone')
  expect((await subscribe(owner, subscription)).status).toBe(204)
  expect((await subscribe(owner, subscription)).status).toBe(204)
  expect((await subscribe(owner, newSubscription('/laptop'))).status).toBe(204)
  await choosePush(owner)
  await receiveLead(owner)
  await eventually(async () => {
    expect(sentTo('/phone')).toHaveLength(1)
    expect(sentTo('/laptop')).toHaveLength(1)
    expect((await harness.rows('select 1 from push_queue')).rows).toEqual([])
  }, 15_000)
  const [sent] = sentTo('/phone')
  expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(sent?.headers.authorization).toMatch(/^vapid t=/)
  expect(sent?.bytes).toBeGreaterThan(100)
})

test('forgets a browser when its push service no longer knows it', async () => {
  const owner = await harness.founder()
  await subscribe(owner, newSubscription('/gone'))
  await choosePush(owner)
  status = 410
  await receiveLead(owner)
  await eventually(async () => expect(await countSubscriptions(owner)).toBe(0), 15_000)
  status = 201
})

test('drops a message for admins when the user becomes a member before it is sent', async () => {
  const admin = await harness.invite(await harness.founder(), 'admin')
  await subscribe(admin, newSubscription('/lowered'))
  await choosePush(admin)
  status = 503
  await receiveLead(admin)
  await eventually(async () => expect(sentTo('/lowered')).toHaveLength(1), 15_000)
  await harness.rows(`update member set role = 'member' where "userId" = '${admin.userId}'`)
  status = 201
  await harness.rows('update push_queue set next_attempt_at = now()')
  await eventually(
    async () => expect((await harness.rows('select 1 from push_queue')).rows).toEqual([]),
    15_000,
  )
  expect(sentTo('/lowered')).toHaveLength(1)
})

test('keeps the newest 20 browsers, and moves one to the user who subscribed last', async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  for (let n = 0; n < 21; n += 1) await subscribe(owner, newSubscription(`/many-${n}`))
  expect(await countSubscriptions(owner)).toBe(20)
  const shared = newSubscription('/many-20')
  await subscribe(other, shared)
  expect([await countSubscriptions(owner), await countSubscriptions(other)]).toEqual([19, 1])
  await harness.as(await toPrincipal(owner), 'DELETE', '/api/me/push', {
    endpoint: shared.endpoint,
  })
  expect(await countSubscriptions(other)).toBe(1)
  await harness.as(await toPrincipal(other), 'DELETE', '/api/me/push', shared)
  expect(await countSubscriptions(other)).toBe(0)
})

test('ends the subscriptions of all browsers when the password changes', async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  await subscribe(owner, newSubscription('/stolen'))
  await subscribe(other, newSubscription('/kept'))
  const changed = await owner.post('/api/auth/change-password', {
    currentPassword: 'correct horse battery',
    newPassword: 'battery horse correct',
  })
  expect(changed.status, changed.text).toBe(200)
  expect([await countSubscriptions(owner), await countSubscriptions(other)]).toEqual([0, 1])
})

test('ends the subscriptions of other devices when the user signs them out', async () => {
  const laptop = await harness.founder()
  const phone = { ...(await harness.signIn(laptop.email)), orgId: laptop.orgId }
  await subscribe(laptop, newSubscription('/own-laptop'))
  await subscribe(phone, newSubscription('/lost-phone'))
  const ended = await toPrincipal(phone)
  expect((await laptop.post('/api/auth/revoke-other-sessions', {})).status).toBe(200)
  const { rows } = await harness.rows(
    `select endpoint from push_subscriptions where user_id = '${laptop.userId}'`,
  )
  expect(rows).toEqual([{ endpoint: `${origin}/own-laptop` }])
  const late = await harness.as(ended, 'POST', '/api/me/push', newSubscription('/late'))
  expect(late.status).toBe(401)
})

test('rejects a malformed subscription, and one with an API key', async () => {
  const owner = await harness.founder()
  const fine = newSubscription('/fine')
  for (const body of [
    { endpoint: fine.endpoint },
    { ...fine, endpoint: 'ftp://push.example' },
    { ...fine, keys: { ...fine.keys, auth: '' } },
    { ...fine, more: 1 },
  ])
    expect((await subscribe(owner, body)).status).toBe(400)
  expect((await subscribe(owner, fine, 'api_key')).status).toBe(403)
  expect(await countSubscriptions(owner)).toBe(0)
})
