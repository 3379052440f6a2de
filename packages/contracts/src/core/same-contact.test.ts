import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexContacts } from './same-contact.ts'
import { isSamePhone, phoneKeys } from './search-terms.ts'

const index = indexContacts<string>()
index.add({ name: 'Søren  Bakery', email: 'Soren@Example.com', phone: '+33 6 12 34 56 78' }, 'a')
index.add({ name: 'Ærø Shop', email: ' ', phone: null }, 'b')
index.add({ name: 'soren bakery', email: 'other@example.com' }, 'c')

test.each([
  [
    { email: 'soren@example.COM', name: 'Someone' },
    { contact: 'a', by: 'email' },
  ],
  [{ phone: '0612345678' }, { contact: 'a', by: 'phone' }],
  [{ phone: '+49 6 12 34 56 78' }, undefined],
  [{ name: ' SOREN BAKERY' }, { contact: 'a', by: 'name' }],
  [
    { name: 'aero shop', email: '', phone: '' },
    { contact: 'b', by: 'name' },
  ],
  [{ email: 'søren@example.com' }, undefined],
  [{ name: '', email: null }, undefined],
])('recognises the contact %j as %j', (facts, found) => expect(index.find(facts)).toEqual(found))

test('looks only for the kinds of match that are allowed', () => {
  const facts = { name: 'Søren Bakery', phone: '06 12 34 56 78' }
  expect(index.find(facts, ['email'])).toBeUndefined()
  expect(index.find(facts, ['name'])).toEqual({ contact: 'a', by: 'name' })
})

test('finds by keys exactly the phone numbers that compare as the same', () => {
  const digits = fc.constantFrom('612345678', '33612345678', '49612345678', '12125550100')
  const phone = fc
    .tuple(fc.constantFrom('', '+', '0', '00', '+33', '+49 ', '0033'), digits)
    .map(([prefix, rest]) => prefix + rest)
  fc.assert(
    fc.property(phone, phone, (one, other) => {
      const stored = new Set(phoneKeys(one).stored)
      expect(phoneKeys(other).wanted.some((key) => stored.has(key))).toBe(isSamePhone(one, other))
    }),
  )
})
