import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
const now = new Date('2026-01-02T03:04:05Z')
const seconds = Math.floor(now.getTime() / 1_000)
const body = JSON.stringify({
  type: 'task.created',
  timestamp: now.toISOString(),
  data: { title: 'Brot' },
})

// Signs as in Standard Webhooks, "Signature scheme".
const sign = (key: string, { id = 'evt_1', at = seconds, text = body } = {}) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${id}.${at}.${text}`)
    .digest('base64')}`
const headers = (signature: string, at: number | string = seconds) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
})

test('returns a signed delivery with its id from text or bytes, and from plain or fetch headers', async () => {
  const event = {
    id: 'evt_1',
    type: 'task.created',
    timestamp: now.toISOString(),
    data: { title: 'Brot' },
  }
  expect(await verifyWebhook(body, headers(sign(secret)), secret, { now })).toEqual(event)
  const bytes = new TextEncoder().encode(body)
  const two = new Headers(headers(`v1,AAAA v2,x ${sign(secret)}`))
  expect(await verifyWebhook(bytes, two, ['whsec_bm8=', secret], { now })).toEqual(event)
})

test.each([
  ['another secret', headers(sign('whsec_b3RoZXI='))],
  ['another body', headers(sign(secret, { text: `${body} ` }))],
  ['another id', headers(sign(secret, { id: 'evt_2' }))],
  ['an older moment than allowed', headers(sign(secret, { at: seconds - 301 }), seconds - 301)],
  ['a moment in the future', headers(sign(secret, { at: seconds + 301 }), seconds + 301)],
  ['a moment that is no number', headers(sign(secret), 'soon')],
  ['no signature', { 'webhook-id': 'evt_1', 'webhook-timestamp': String(seconds) }],
  ['a signature that is no base64', headers('v1,%%%')],
])('rejects %s', async (_, given) => {
  await expect(verifyWebhook(body, given, secret, { now })).rejects.toThrow(
    WebhookVerificationError,
  )
})

test('rejects a secret if it has another form', async () => {
  await expect(verifyWebhook(body, headers(sign(secret)), 'secret', { now })).rejects.toThrow(
    'whsec_',
  )
})
