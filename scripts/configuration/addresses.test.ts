import {
  canMail,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  quoteRecipient,
  supportOwnerEmail,
} from '@atrium/config'
import { describe, expect, test } from 'vitest'
import { minimalEnvironment } from './test/environments.ts'
import { loadConfig } from './test/load-platform.ts'

const configure = (env: Record<string, string>) => loadConfig({ ...minimalEnvironment, ...env })

const mailServer = { SMTP_URL: 'smtp://mail.example.test', SMTP_FROM: 'noreply@example.test' }

const isAdminEmail = (config: ReturnType<typeof configure>, email: string) =>
  isAdminAccount(config, { email, emailVerified: true })

describe('administrators', () => {
  test.each([
    ['development without mail', {}, true],
    ['development with mail', { EMAIL_API_KEY: 'key' }, false],
    ['development with a mail server', mailServer, false],
    ['production', { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/srv' }, false],
    [
      'production with mail',
      { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/srv', EMAIL_API_KEY: 'key' },
      false,
    ],
    [
      'production with a mail server',
      { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/srv', ...mailServer },
      false,
    ],
  ] as const)(
    'trusts or distrusts an unverified address in %s and always trusts a verified one',
    (_where, env, trusted) => {
      const config = configure({ ADMIN_EMAILS: 'ada@example.test', ...env })
      expect(isTrustedAddress(config, { emailVerified: false })).toBe(trusted)
      expect(isTrustedAddress(config, { emailVerified: true })).toBe(true)
      expect(isAdminAccount(config, { email: 'ada@example.test', emailVerified: false })).toBe(
        trusted,
      )
      expect(isAdminAccount(config, { email: 'ada@example.test', emailVerified: true })).toBe(true)
      expect(isAdminAccount(config, { email: 'eve@example.test', emailVerified: true })).toBe(false)
    },
  )

  test('compares addresses without regard to case', () => {
    const config = configure({ ADMIN_EMAILS: 'Ada@Example.test, bo@example.test' })
    expect(isAdminEmail(config, 'ADA@example.TEST')).toBe(true)
    expect(isAdminEmail(config, 'bo@example.test')).toBe(true)
    expect(isAdminEmail(config, 'eve@example.test')).toBe(false)
    expect(isAdminEmail(config, '')).toBe(false)
  })

  test('uses only the notification address if the list is unset', () => {
    const config = configure({ NOTIFICATION_EMAIL: 'Desk@example.test' })
    expect(config.ADMIN_EMAILS).toEqual(['desk@example.test'])
    expect(isAdminEmail(config, 'desk@Example.test')).toBe(true)
    const both = configure({
      NOTIFICATION_EMAIL: 'desk@example.test',
      ADMIN_EMAILS: 'ada@example.test',
    })
    expect(isAdminEmail(both, 'desk@example.test')).toBe(false)
  })

  test('has no administrators if both are unset', () => {
    expect(configure({}).ADMIN_EMAILS).toEqual([])
    expect(isAdminEmail(configure({}), '')).toBe(false)
  })
})

test.each([
  ['development', {}, true],
  ['production', { NODE_ENV: 'production' }, false],
  ['production with an API key', { NODE_ENV: 'production', EMAIL_API_KEY: 'key' }, true],
  ['production with a mail server', { NODE_ENV: 'production', ...mailServer }, true],
])('says if mails can be sent in %s', (_where, env, expected) => {
  expect(canMail(configure({ ASSETS_UPLOAD_DIR: '/srv', ...env }))).toBe(expected)
})

test('needs a sender for the mail server, unless the API sends the mails', () => {
  const server = { SMTP_URL: 'smtps://mail.example.test' }
  expect(() => configure(server)).toThrow(/missing.*SMTP_FROM/)
  expect(configure({ ...server, EMAIL_API_KEY: 'key' }).SMTP_URL).toBe(server.SMTP_URL)
})

test.each([
  'http://mail.example.test',
  'smtp://',
  'smtp://user:pass%zz@mail.example.test',
  'smtp://mail.example.test/?tls.rejectUnauthorized=false',
  'smtp://mail.example.test:99999',
])('refuses the mail server %j', (url) => {
  expect(() => configure({ SMTP_URL: url, SMTP_FROM: 'a@example.test' })).toThrow(
    /SMTP_URL.*expected an smtp/,
  )
})

test('gives support tickets to the configured owner, else to the first administrator', () => {
  const admins = { ADMIN_EMAILS: 'ada@example.test,bo@example.test' }
  expect(
    supportOwnerEmail(configure({ ...admins, SUPPORT_DEFAULT_OWNER_EMAIL: 'help@example.test' })),
  ).toBe('help@example.test')
  expect(supportOwnerEmail(configure(admins))).toBe('ada@example.test')
  expect(supportOwnerEmail(configure({ NOTIFICATION_EMAIL: 'desk@example.test' }))).toBe(
    'desk@example.test',
  )
  expect(supportOwnerEmail(configure({}))).toBeUndefined()
})

test('lists the addresses of administrators and of the ticket owner in upper or lower case', () => {
  const config = configure({
    ADMIN_EMAILS: 'Ada@example.test',
    SUPPORT_DEFAULT_OWNER_EMAIL: 'Help@example.test',
  })
  expect(
    ['ADA@example.test', 'help@Example.test', 'eve@example.test'].map((email) =>
      isListedAddress(config, email),
    ),
  ).toEqual([true, true, false])
  expect(isListedAddress(configure({}), '')).toBe(false)
})

test('sends quote requests to NOTIFICATION_EMAIL, then to SMTP_FROM', () => {
  const from = { SMTP_FROM: 'Atrium Desk <noreply@example.test>' }
  const both = configure({ ...from, NOTIFICATION_EMAIL: 'desk@example.test' })
  expect(quoteRecipient(both)).toBe('desk@example.test')
  expect(quoteRecipient(configure(from))).toBe('noreply@example.test')
  expect(quoteRecipient(configure({ SMTP_FROM: 'plain@example.test' }))).toBe('plain@example.test')
  expect(quoteRecipient(configure({}))).toBeUndefined()
})
