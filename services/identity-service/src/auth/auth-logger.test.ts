import { capturedLog } from '@atrium/testkit'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { authLogger } from './auth-logger.ts'

test("logs every line at one level instead of better-auth's level", () => {
  const log = capturedLog()
  const logger = authLogger(pino({ level: 'trace' }, log.destination))
  logger.log('error', 'Provider not found')
  logger.log('error', 'Failed', 'a secret', new Error('reason'))
  const [logged = '', failed = ''] = log.lines
  expect(logged.match(/"level":/g)).toHaveLength(1)
  expect(JSON.parse(logged)).toMatchObject({
    level: 20,
    as: 'error',
    msg: '[auth] Provider not found',
  })
  expect(JSON.parse(failed)).toMatchObject({ level: 40, err: { message: 'reason' } })
  expect(failed).not.toContain('a secret')
})
