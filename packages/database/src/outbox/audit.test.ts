import { withRequestContext } from '@atrium/telemetry'
import { expect, test } from 'vitest'
import { type AuditAuthor, auditRecord } from './audit.ts'

const caller = { type: 'user', id: 'usr_1', userId: 'usr_1' } as const
const action = { action: 'invoice.paid', target: { type: 'invoice', id: 'inv_1', name: 'INV-1' } } as const

const recorded = (author?: AuditAuthor) =>
  withRequestContext({ requestId: 'req_1', traceparent: '', caller, address: '203.0.113.7' }, () => {
    const { actor, requestId, ip } = auditRecord({ ...action, ...(author === undefined ? {} : { author }) })
    return { actor, requestId, ip }
  })

const own = { actor: caller, requestId: 'req_1', ip: '203.0.113.7' }
const platform = { type: 'system', id: 'system', userId: null }

test('an action of a request is the caller’s, with request and address', () => {
  expect(recorded()).toEqual(own)
  expect(recorded({ type: 'user', id: 'usr_1', userId: 'usr_1' })).toEqual(own)
})

test('an action of another author says nothing of the request that led to it', () => {
  expect(recorded('platform')).toEqual({ actor: platform, requestId: null, ip: null })
  for (const author of [
    { type: 'user', id: 'usr_2', userId: 'usr_2' },
    { type: 'api_key', id: 'key_1', userId: 'usr_1' },
  ] as const) {
    expect(recorded(author)).toEqual({ actor: author, requestId: null, ip: null })
  }
})

test('the address of an author who is no member stays out, the request stands', () => {
  withRequestContext({ requestId: 'req_1', traceparent: '', caller, address: '203.0.113.7' }, () => {
    expect(auditRecord({ ...action, hidesAddress: true })).toMatchObject({ ...own, ip: null })
  })
})

test('outside of a request the named author stands, else the platform', () => {
  expect(auditRecord(action)).toMatchObject({ actor: platform, requestId: null, ip: null })
  expect(auditRecord({ ...action, author: caller })).toMatchObject({ actor: caller, ip: null })
})
