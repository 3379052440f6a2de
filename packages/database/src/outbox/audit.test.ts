import { withRequestContext } from '@atrium/telemetry'
import { expect, test } from 'vitest'
import { type AuditAuthor, auditRecord } from './audit.ts'

const caller = { type: 'user', id: 'usr_1', userId: 'usr_1' } as const
const action = {
  action: 'invoice.paid',
  target: { type: 'invoice', id: 'inv_1', name: 'INV-1' },
} as const

const recorded = (author?: AuditAuthor) =>
  withRequestContext(
    { requestId: 'req_1', traceparent: '', caller, address: '203.0.113.7' },
    () => {
      const { actor, requestId, ip } = auditRecord({
        ...action,
        ...(author === undefined ? {} : { author }),
      })
      return { actor, requestId, ip }
    },
  )

const own = { actor: caller, requestId: 'req_1', ip: '203.0.113.7' }
const platform = { type: 'system', id: 'system', userId: null }

test('attributes an action within a request to its principal, with request and address', () => {
  expect(recorded()).toEqual(own)
  expect(recorded({ type: 'user', id: 'usr_1', userId: 'usr_1' })).toEqual(own)
})

test('says nothing about the request if the action has another author', () => {
  expect(recorded('platform')).toEqual({ actor: platform, requestId: null, ip: null })
  for (const author of [
    { type: 'user', id: 'usr_2', userId: 'usr_2' },
    { type: 'api_key', id: 'key_1', userId: 'usr_1' },
  ] as const) {
    expect(recorded(author)).toEqual({ actor: author, requestId: null, ip: null })
  }
})

test('hides the address but keeps the request if the author is not a member', () => {
  withRequestContext(
    { requestId: 'req_1', traceparent: '', caller, address: '203.0.113.7' },
    () => {
      expect(auditRecord({ ...action, hidesAddress: true })).toMatchObject({ ...own, ip: null })
    },
  )
})

test('attributes an action outside a request to the named author, else to the platform', () => {
  expect(auditRecord(action)).toMatchObject({ actor: platform, requestId: null, ip: null })
  expect(auditRecord({ ...action, author: caller })).toMatchObject({ actor: caller, ip: null })
})
