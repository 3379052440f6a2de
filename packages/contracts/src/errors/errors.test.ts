import { expect, test } from 'vitest'
import { AppError, defineErrors, type ErrorKind, outcomeOfKind, statusOfKind } from './app-error.ts'
import { commonErrors } from './common.ts'

const kinds = Object.keys(statusOfKind) as ErrorKind[]

test('gives every kind its own error status', () => {
  const statuses = kinds.map((kind) => statusOfKind[kind])
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
  expect(new Set(statuses).size).toBe(kinds.length)
})

test('retries a message if the error is transient and dead-letters it otherwise', () => {
  const retried = kinds.filter((kind) => outcomeOfKind(kind) === 'retry')
  expect(retried.toSorted()).toEqual([
    'insufficient_storage',
    'internal',
    'rate_limited',
    'unavailable',
  ])
  for (const kind of retried) expect([429, 500, 503, 507]).toContain(statusOfKind[kind])
})

test('gives the common codes their documented statuses', () => {
  const conventions: Array<[keyof typeof commonErrors, number]> = [
    ['validation_failed', 400],
    ['no_active_org', 400],
    ['not_configured', 400],
    ['unauthenticated', 401],
    ['invalid_credentials', 401],
    ['forbidden', 403],
    ['sender_not_verified', 403],
    ['organisation_limit', 403],
    ['not_found', 404],
    ['idempotency_key_reused', 409],
    ['precondition_failed', 412],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['mail_limit', 429],
    ['internal', 500],
    ['unavailable', 503],
  ]
  for (const [code, status] of conventions) {
    const error = commonErrors[code]()
    expect([error.code, statusOfKind[error.kind]]).toEqual([code, status])
    expect(error.message).not.toBe('')
  }
  expect(Object.keys(commonErrors).toSorted()).toEqual(conventions.map(([code]) => code).toSorted())
  expect(commonErrors.not_configured().message).toContain('not configured')
})

test("makes errors of the table's kind, with message, details and cause if given", () => {
  const noteErrors = defineErrors({
    not_found: { not_found: 'Note not found' },
    conflict: { note_locked: 'Another session edits the note' },
  })
  const plain = noteErrors.not_found()
  expect(plain).toBeInstanceOf(AppError)
  expect(plain).toBeInstanceOf(Error)
  expect(plain).toMatchObject({
    name: 'AppError',
    kind: 'not_found',
    code: 'not_found',
    message: 'Note not found',
    details: {},
  })
  expect('cause' in plain).toBe(false)
  const cause = new Error('deeper')
  const full = noteErrors.note_locked({
    message: 'Ann writes in it',
    details: { retryAfterSeconds: 3 },
    cause,
  })
  expect(full).toMatchObject({
    code: 'note_locked',
    message: 'Ann writes in it',
    details: { retryAfterSeconds: 3 },
    cause,
  })
  expect(Object.isFrozen(noteErrors)).toBe(true)
})
