import { afterAll, expect, test } from 'vitest'
import { startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'

const harness = await startHarness({ networks: ['videonet'] })
afterAll(() => harness.stop())

test('rejects a rename to blank or control characters and keeps the old name', async () => {
  const person = harness.person()
  const id = await connectAt(person, 'videonet')
  const named = async () => JSON.stringify((await person('GET', '/api/connectors')).body['items'])
  const before = await named()
  for (const name of ['\0', ' \0 ', '\n\t', '']) {
    const renamed = await person('PATCH', `/api/connectors/${id}`, { name })
    expect([renamed.status, renamed.body['code']], JSON.stringify(name)).toEqual([
      400,
      'validation_failed',
    ])
    const about = { channelId: id, title: name, sizeBytes: 1, contentType: 'video/mp4' }
    expect((await person('POST', '/api/connect/videonet/uploads', about)).status).toBe(400)
  }
  expect(await named()).toBe(before)
})
