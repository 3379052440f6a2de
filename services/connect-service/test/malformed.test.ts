import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness, toLocation } from './harness.ts'

let harness: Harness
let person: Caller
beforeAll(async () => {
  harness = await startHarness({ networks: ['videonet'] })
  person = harness.person()
  await connectPage(person)
})
afterAll(() => harness.stop())

const odd = [
  '%00',
  '%ff',
  '%ED%A0%80',
  '%F0%9F%8D%9E',
  '..',
  "'--",
  '%2F',
  'a'.repeat(81),
  '%u0000',
  '%',
]

test('never responds with a 5xx status to any path or query', async () => {
  for (const word of odd) {
    for (const [method, path, body] of [
      ['GET', `/api/connect/${word}/start`, undefined],
      ['GET', `/api/connect/pagenet/start?returnTo=/${word}`, undefined],
      ['GET', `/api/connect/pagenet/start?returnTo=/a&returnTo=/${word}`, undefined],
      ['GET', `/api/connect/pagenet/callback?state=${word}&code=${word}&error=${word}`, undefined],
      ['GET', `/api/connect/pagenet/pickers/${word}`, undefined],
      ['POST', `/api/connect/pagenet/pickers/${word}`, { pageId: '\ud800\0' }],
      ['GET', `/api/connect/pagenet/introspect?channelId=${word}`, undefined],
      ['GET', `/api/connect/videonet/uploads/${word}`, undefined],
      ['PATCH', `/api/connectors/${word}`, { name: 'A', shared: false }],
      ['PATCH', `/api/connectors/${word}`, {}],
      ['DELETE', `/api/connectors/${word}`, undefined],
    ] as const) {
      const { status, text } = await person(method, path, body)
      expect([method, path, status < 500, text]).toEqual([method, path, true, text])
    }
  }
})

test('redirects to the dashboard with an error if a callback has odd values', async () => {
  for (const word of odd.slice(0, 4)) {
    const start = toLocation(await person('GET', '/api/connect/pagenet/start'))
    const state = start.searchParams.get('state')
    const back = await person('GET', `/api/connect/pagenet/callback?state=${state}&code=${word}`)
    expect([word, toLocation(back).searchParams.has('error')]).toEqual([word, true])
    const again = toLocation(await person('GET', '/api/connect/pagenet/start')).searchParams.get(
      'state',
    )
    const query = `state=${again}&error=${word}&error_description=${word}${'x'.repeat(4_000)}`
    expect(toLocation(await person('GET', `/api/connect/pagenet/callback?${query}`)).pathname).toBe(
      '/channels',
    )
  }
})
