import { afterAll, expect, test } from 'vitest'
import { startHarness } from './harness.ts'

const harness = await startHarness({ networks: ['model', 'shortpost'] })
const owner = harness.person()
afterAll(() => harness.stop())

const video = { channelId: 'chn_none', title: 'Bread', sizeBytes: 1, contentType: 'video/mp4' }

test.each([
  ['GET', '/api/connect/nonet/start', undefined, 404, 'Network not found'],
  [
    'GET',
    '/api/connect/model/start',
    undefined,
    400,
    'not configured: connect it with a token or key instead',
  ],
  [
    'POST',
    '/api/connect/shortpost/manual',
    { token: 'x' },
    400,
    'not configured: connect it through its dialog instead',
  ],
  ['GET', '/api/connect/pagenet/introspect', undefined, 404, 'Connect one first'],
  ['GET', '/api/connect/pagenet/pickers/pck_none', undefined, 404, 'Start connecting again'],
  ['POST', '/api/connect/shortpost/uploads', video, 404, 'This network does not accept uploads'],
  ['PATCH', '/api/connectors/chn_none', { name: 'x' }, 404, 'Account not found'],
] as const)('names what is missing: %s %s', async (method, path, body, status, words) => {
  const answer = await owner(method, path, body)
  expect([answer.status, answer.body['detail']]).toEqual([status, expect.stringContaining(words)])
})
