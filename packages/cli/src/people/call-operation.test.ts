import { expect, test } from 'vitest'
import { atrium } from '../../test/service.ts'

const env = { ATRIUM_URL: 'http://127.0.0.1:1', ATRIUM_API_KEY: 'atr_x' }

test('does not call an operation that redirects a browser', async () => {
  const { out } = await atrium('api', env)
  expect(out.join('\n')).toContain('getCard ')
  expect(out.join('\n')).not.toMatch(/startConnect|finishConnect/)
  const called = await atrium('api startConnect --param network=pagenet', env)
  expect(called).toMatchObject({
    code: 2,
    err: [expect.stringContaining('no operation startConnect')],
  })
})

test('rejects --idempotency-key if the operation does not support it', async () => {
  const called = await atrium('api deleteCard --param id=task_1 --idempotency-key once', env)
  expect(called).toMatchObject({
    code: 2,
    err: ['atrium: deleteCard does not support --idempotency-key'],
  })
})
