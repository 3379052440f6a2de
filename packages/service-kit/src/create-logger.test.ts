import { defineVariables, mailVariables, secretValues } from '@atrium/config'
import { capturedLog } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'
import { redactFields } from './redact-fields.ts'

const { table } = defineVariables({
  owner: 'board',
  table: { EMAIL_API_KEY: mailVariables.EMAIL_API_KEY },
})

function loggerWith(env: Record<string, string> = {}) {
  const log = capturedLog()
  const line = () => JSON.parse(log.lines.at(-1) ?? '{}') as Record<string, unknown>
  return {
    logger: createLogger('probe', 'info', secretValues(table, env), log.destination),
    log,
    line,
  }
}

test('writes a line as JSON with time, level, service, fields and message', () => {
  const { logger, line } = loggerWith()
  logger.info({ op: 'getMe', status: 200 }, 'request')
  expect(line()).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    service: 'probe',
    op: 'getMe',
    status: 200,
    msg: 'request',
  })
})

test("redacts a credential field's value at any depth and in upper or lower case", () => {
  const { logger, log } = loggerWith()
  const fields = {
    password: 'hidden-1',
    headers: { Authorization: 'hidden-2', cookie: 'hidden-3', accept: 'shown-1' },
    list: [{ deep: { accessToken: 'hidden-4', id: 'shown-2' } }],
  }
  logger.warn(fields, 'refused')
  expect(log.text()).not.toContain('hidden')
  expect(log.text()).toContain('shown-1')
  expect(log.text()).toContain('shown-2')
  expect(fields.password).toBe('hidden-1')
})

test('writes an error with type, message, stack, cause and its own fields except credentials', () => {
  const { logger, log, line } = loggerWith()
  const error = Object.assign(new TypeError('refused', { cause: new Error('deeper') }), {
    response: { headers: { 'set-cookie': 'hidden-1' }, status: 401 },
    token: 'hidden-2',
  })
  logger.error({ err: error }, 'failed')
  expect(line()['err']).toMatchObject({
    type: 'TypeError',
    message: expect.stringContaining('refused'),
    stack: expect.stringContaining('create-logger.test.ts'),
    response: { status: 401 },
  })
  expect(log.text()).toContain('deeper')
  expect(log.text()).not.toContain('hidden')
})

test('redacts the value of an environment secret wherever it appears', () => {
  const { logger, log } = loggerWith({ AUTH_SESSION_SECRET: 'marked "session" secret' })
  logger.info({ text: 'a marked "session" secret b' }, 'about marked "session" secret')
  logger.error({ err: new Error('marked "session" secret') })
  expect(log.text()).not.toMatch(/marked/)
})

test('passes fields on without a copy if they contain no credentials', () => {
  const fields = { a: 1, b: { c: ['x', { d: null }] }, err: new Error('x') }
  expect(redactFields(fields)).toBe(fields)
})

test('does not hang if fields contain themselves', () => {
  const fields: Record<string, unknown> = { a: 1 }
  fields['self'] = fields
  expect(redactFields(fields)).toMatchObject({ a: 1 })
})
