import {
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

const isAdminEmail = (config: ReturnType<typeof configure>, email: string) =>
  isAdminAccount(config, { email, emailVerified: true })

describe('administrators', () => {
  test.each([
    ['development without mail', {}, true],
    ['development with mail', { EMAIL_API_KEY: 'key' }, false],
    ['production', { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/srv' }, false],
    [
      'production with mail',
      { NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/srv', EMAIL_API_KEY: 'key' },
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
