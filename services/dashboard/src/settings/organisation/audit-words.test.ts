import { expect, test } from 'vitest'
import { actionLabel, actorLabel, detailLabel, targetLabel } from './audit-words.ts'

const actor = { type: 'api_key', id: 'key_1', name: 'Nightly import' } as const

test('names the action, the actor and the target, and omits the target if it adds nothing', () => {
  expect(actionLabel({ action: 'key.created' })).toBe('Created an API key')
  expect(actionLabel({ action: 'moon.landed' })).toBe('moon.landed')
  expect(actorLabel({ actor })).toBe('API key Nightly import')
  expect(targetLabel({ actor, target: { type: 'invoice', id: 'inv_1', name: 'INV-1' } })).toBe(
    'INV-1',
  )
  expect(
    targetLabel({ actor, target: { type: 'session', id: 'ses_1', name: 'Ada' } }),
  ).toBeUndefined()
})

test('omits ids and empty values from the details', () => {
  expect(
    detailLabel({ detail: { from: 'member', to: 'admin', offerId: 'off_1', reason: null } }),
  ).toBe('from member, to admin')
  expect(detailLabel({ detail: {} })).toBe('')
})

test('names fields in words', () => {
  const detail = {
    fields: 'billingCity, taxId, dueDate',
    fromVatNumber: 'DE1',
    vatNumber: 'DE2',
  }
  expect(detailLabel({ detail })).toBe(
    'changed city, VAT number, due date, VAT number before DE1, VAT number DE2',
  )
})

test('names networks in words and omits what is not the case', () => {
  const connected = { shared: false, network: 'pagenet' }
  expect(detailLabel({ detail: connected })).toBe('Facebook Pages')
  expect(detailLabel({ detail: { ...connected, shared: true, network: 'gone' } })).toBe(
    'shared with the team, gone',
  )
  expect(detailLabel({ detail: { change: 'paused' } })).toBe('paused')
})

test('formats amounts in their currency and moments as dates', () => {
  expect(
    detailLabel({ detail: { amountCents: 36_000, currency: 'EUR', happening: 'Open day' } }, 'en'),
  ).toBe('amount €360.00, happening Open day')
  expect(detailLabel({ detail: { priceCents: 500, currency: 'JPY' } }, 'en')).toBe('price ¥500')
  expect(
    detailLabel({ detail: { status: 'active', until: '2026-05-01T00:00:00.000Z' } }, 'en'),
  ).toBe('status active, until May 1, 2026')
  expect(detailLabel({ detail: { amountCents: null, currency: null } }, 'en')).toBe('')
})
