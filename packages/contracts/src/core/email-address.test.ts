import { expect, test } from 'vitest'
import { z } from 'zod'
import { EmailAddress } from './email-address.ts'

test.each([
  ['info@müller.de', 'info@xn--mller-kva.de'],
  ['Info@MÜLLER.de', 'Info@xn--mller-kva.de'],
  ['post@почта.рф', 'post@xn--80a1acny.xn--p1ai'],
  ['post@xn--80a1acny.xn--p1ai', 'post@xn--80a1acny.xn--p1ai'],
  ['a&b@example.com', 'a&b@example.com'],
  ["o'neil+tag@example.co.uk", "o'neil+tag@example.co.uk"],
  ['  ada@example.com ', 'ada@example.com'],
  ['ada@1and1.com', 'ada@1and1.com'],
])('reads %j as %s', (given, address) => {
  expect(EmailAddress.parse(given)).toBe(address)
})

test.each([
  '',
  ' ',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'ada@exa mple.com',
  'ada@example.com\n',
  'ada@example.com\r\nBcc: b@example.com',
  '\tada@example.com',
  'ada\u0000@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@-example.com',
  'ada@example..com',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@[::1]',
  'ada@example.com/x',
  'ada@example.com:80',
  'a@b@example.com',
  'zoë@example.com',
  `${'a'.repeat(250)}@example.com`,
  'ada@%65xample.com',
])('rejects %j', (given) => {
  expect(EmailAddress.safeParse(given).success).toBe(false)
})

test('takes time linear in its input', () => {
  expect(EmailAddress.safeParse(`a@${'a.'.repeat(100_000)}`).success).toBe(false)
})

test('appears as text in the API reference', () => {
  expect(z.toJSONSchema(EmailAddress, { io: 'input' })).toMatchObject({ type: 'string' })
  expect(z.toJSONSchema(EmailAddress)).toMatchObject({ type: 'string' })
})
