import { expect, test } from 'vitest'
import { proposeMailServers } from './mail-servers.ts'

test('proposes the servers of a well-known provider', () => {
  expect(proposeMailServers('Ada@GMAIL.com')).toMatchObject({
    host: 'imap.gmail.com',
    port: 993,
    smtpHost: 'smtp.gmail.com',
    smtpPort: 465,
    wantsAppPassword: true,
  })
})

test('proposes servers of the usual form when the domain is unknown', () => {
  expect(proposeMailServers('shop@bakery.example')).toMatchObject({
    host: 'imap.bakery.example',
    smtpHost: 'smtp.bakery.example',
  })
})

test.each(['', 'shop', 'shop@', 'shop@bakery', 'shop@__proto__'])(
  'proposes nothing while the address is %j',
  (address) => expect(proposeMailServers(address)).toBeUndefined(),
)

test.each(['outlook.com', 'hotmail.com', 'live.com'])(
  'says that no password is accepted when the address is at %s',
  (domain) => expect(proposeMailServers(`ada@${domain}`)).toMatchObject({ refusesPasswords: true }),
)
