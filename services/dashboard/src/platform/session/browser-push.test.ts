import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// The page facts and the client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', {
  location: { origin: 'http://localhost' },
  PushManager: {},
  Notification: {},
})
const unsubscribe = vi.fn(async () => true)
const subscription = {
  endpoint: 'https://push.example/a',
  unsubscribe,
  toJSON: () => ({ endpoint: 'https://push.example/a', keys: { p256dh: 'key', auth: 'secret' } }),
}
vi.stubGlobal('navigator', {
  serviceWorker: {
    getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
  },
})
beforeEach(() => void unsubscribe.mockClear())
afterAll(() => void vi.unstubAllGlobals())
const { confirmPush, turnOffPush } = await import('./browser-push.ts')

test('ends the subscription in the browser even if the platform refuses', async () => {
  const refusal = { code: 'unauthenticated', detail: 'Sign in', status: 401 }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 401 }))
  await expect(turnOffPush()).rejects.toThrow()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('sends the subscription again, because the platform forgets it when the password changes', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    sent.push([init.method, new URL(address).pathname, JSON.parse(String(init.body))])
    return new Response(null, { status: 204 })
  })
  expect(await confirmPush()).toBe(true)
  expect(sent).toEqual([
    [
      'POST',
      '/api/me/push',
      { endpoint: subscription.endpoint, keys: { p256dh: 'key', auth: 'secret' } },
    ],
  ])
})
