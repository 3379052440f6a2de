import type { FieldType } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { listSampleFields, listShownValues, setSampleField } from './sample-fields.ts'

const place = { locale: 'en-GB', zone: 'Europe/Paris' }
const field = (name: string, label: string, format: FieldType) => ({
  name,
  label,
  format,
  type: 'string',
  description: '',
  example: null,
})

test('labels the fields of an event in words, and keeps lists for the JSON', () => {
  const payload = [
    field('number', 'Invoice number', 'text'),
    field('totalAmountCents', 'Amount', 'money'),
    field('isLate', 'Late', 'boolean'),
    field('invoiceId', 'Invoice ID', 'id'),
  ]
  const json = {
    invoiceId: 'inv_1',
    number: null,
    totalAmountCents: 2_900,
    isLate: null,
    tags: ['a'],
    dueOn: '2026',
  }
  expect(listSampleFields(json, payload)).toEqual([
    { path: ['number'], label: 'Invoice number', kind: 'text', value: '' },
    { path: ['totalAmountCents'], label: 'Amount, in cents', kind: 'number', value: 2_900 },
    { path: ['isLate'], label: 'Late', kind: 'boolean', value: false },
    { path: ['dueOn'], label: 'Due on', kind: 'text', value: '2026' },
  ])
})

test('offers a calendar for days and times, and text if the value is none', () => {
  const payload = [
    field('dueOn', 'Due on', 'day'),
    field('paidAt', 'Paid at', 'date'),
    field('startsOn', 'Starts on', 'day'),
    field('endsAt', 'Ends at', 'date'),
  ]
  const json = {
    dueOn: '2026-03-16',
    paidAt: '2026-03-09T10:00:00.000Z',
    startsOn: null,
    endsAt: 'soon',
  }
  expect(listSampleFields(json, payload).map(({ kind, value }) => [kind, value])).toEqual([
    ['day', '2026-03-16'],
    ['moment', '2026-03-09T10:00:00.000Z'],
    ['day', ''],
    ['text', 'soon'],
  ])
})

test('shows an event without ids and without empty values', () => {
  const payload = [field('id', 'Card ID', 'id'), field('title', 'Title of the card', 'text')]
  const json = { id: 'task_1', title: 'Call', tags: [], dueDate: null, isLate: false }
  expect(listShownValues(json, payload, place)).toEqual([
    ['Title of the card', 'Call'],
    ['Is late', 'No'],
  ])
})

test('shows an amount with its currency', () => {
  const payload = [
    field('totalAmountCents', 'Amount', 'money'),
    field('currency', 'Currency', 'currency'),
  ]
  const show = (currency: string) =>
    listShownValues({ totalAmountCents: 158_628, currency }, payload, place)[0]?.[1]
  expect(show('EUR')?.replace(/[^\d.,]/g, '')).toMatch(/^1[.,]586[.,]28$/)
  expect(show('JPY')?.replace(/[^\d.,]/g, '')).toMatch(/^158[.,]628$/)
  expect(show('coins')).toBe('158628')
})

test('shows what a call says and leaves out how it arrived', () => {
  const call = {
    method: 'POST',
    headers: { 'user-agent': 'x' },
    query: { page: '2' },
    body: { orderNumber: 'A-1', lines: [{}] },
  }
  expect(listSampleFields(call).map(({ path, label }) => [path.join('.'), label])).toEqual([
    ['query.page', 'Page'],
    ['body.orderNumber', 'Order number'],
  ])
})

test('changes one value and keeps all others', () => {
  const call = { method: 'POST', body: { a: 1, b: [2] } }
  expect(setSampleField(call, ['body', 'a'], 3)).toEqual({
    method: 'POST',
    body: { a: 3, b: [2] },
  })
  expect(setSampleField(call, ['method'], 'GET')).toEqual({ ...call, method: 'GET' })
  expect(call.body.a).toBe(1)
})

test('asks for an amount in its currency, and in cents only if the currency is unknown', () => {
  const payload = [
    field('totalAmountCents', 'Amount', 'money'),
    field('currency', 'Currency', 'currency'),
  ]
  const find = (currency: unknown) =>
    listSampleFields({ totalAmountCents: 2_900, currency }, payload)[0]
  const amount = { path: ['totalAmountCents'], kind: 'number', value: 2_900 }
  expect(find('eur')).toEqual({ ...amount, label: 'Amount', currency: 'EUR' })
  expect(find('coins')).toEqual({ ...amount, label: 'Amount, in cents' })
})

test('shows dates and fixed values in words', () => {
  const options = [
    { value: 'draft', label: 'Draft' },
    { value: 'uncollectible', label: 'Written off' },
  ]
  const payload = [
    field('dueOn', 'Due on', 'day'),
    field('at', 'Paid', 'date'),
    { ...field('status', 'Status', 'text'), options },
  ]
  const json = {
    dueOn: '2026-03-09',
    at: '2026-03-09T10:00:00.000Z',
    status: 'uncollectible',
    source: 'one_off',
  }
  expect(listSampleFields(json, payload)[2]).toMatchObject({ label: 'Status', options })
  expect(listShownValues(json, payload, place)).toEqual([
    ['Due on', '9 March 2026'],
    ['Paid', '9 March 2026 at 11:00'],
    ['Status', 'Written off'],
    ['Source', 'One off'],
  ])
})
