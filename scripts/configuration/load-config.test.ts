import type { Env } from '@atrium/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullEnvironment, minimalEnvironment } from './test/environments.ts'
import { loadConfig, toFailure, variableEntries } from './test/load-platform.ts'

const required = Object.keys(minimalEnvironment)

const namesIn = (message: string): string[] => message.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []

describe('required variables', () => {
  test('names exactly the variables that are absent, empty or blank, on one line', () => {
    fc.assert(
      fc.property(
        fc.subarray(required, { minLength: 1 }),
        fc.constantFrom(undefined, '', '  ', '\t\n'),
        (absent, nothing) => {
          const env = {
            ...minimalEnvironment,
            ...Object.fromEntries(absent.map((name) => [name, nothing])),
          }
          const error = toFailure(env)
          expect(error.missing).toEqual(absent)
          expect(namesIn(error.message)).toEqual(absent)
          expect(error.message).not.toMatch(/[\r\n]/)
          expect(error.message).not.toContain('marked')
        },
      ),
      { numRuns: 300 },
    )
  })

  test('requires the six variables that no code reads, and leaves them out of the object', () => {
    const config: object = loadConfig(minimalEnvironment)
    for (const name of [
      'DATABASE_HOST',
      'DATABASE_USER',
      'DATABASE_PASSWORD',
      'DATABASE_NAME',
      'DATABASE_PORT',
      'AUTH_SECRET',
    ]) {
      expect(toFailure({ ...minimalEnvironment, [name]: undefined }).message).toContain(name)
      expect(config).not.toHaveProperty(name)
    }
  })

  test("accepts a service's own key instead of the session secret", () => {
    const PRINCIPAL_KEY = 'k'.repeat(43)
    const { AUTH_SESSION_SECRET: _, ...withoutSecret } = minimalEnvironment
    expect(loadConfig({ ...withoutSecret, PRINCIPAL_KEY })).toMatchObject({ PRINCIPAL_KEY })
    expect(toFailure({ ...withoutSecret, PRINCIPAL_KEY: ' ' }).missing).toEqual([
      'AUTH_SESSION_SECRET',
    ])
    for (const wrong of [
      'k'.repeat(42),
      'k'.repeat(44),
      `${'k'.repeat(42)}+`,
      `${'k'.repeat(20)} ${'k'.repeat(22)}`,
    ]) {
      const { malformed } = toFailure({ ...withoutSecret, PRINCIPAL_KEY: wrong })
      expect(malformed).toEqual([
        { name: 'PRINCIPAL_KEY', problem: 'expected 32 bytes as base64url' },
      ])
    }
  })

  test('counts a variable as missing if the property is inherited', () => {
    const env = Object.create(minimalEnvironment) as Env
    expect(toFailure(env).missing).toEqual(required)
  })
})

describe('malformed values', () => {
  const examples: Record<string, string> = {
    DATABASE_URL: 'mysql://marked-value@h/db',
    NATS_URL: 'http://marked-value:4222',
    NODE_ENV: 'marked-value',
    API_PORT: '65536',
    DASHBOARD_PORT: '-1',
    API_URL: 'marked-value',
    CLIENT_URLS: 'https://a.example.test,marked-value',
    AUTH_BASE_URL: 'ftp://marked-value',
    DASHBOARD_URL: '//marked-value',
    CHROME_CDP_ENDPOINT: 'marked-value',
    VITE_API_URL: 'javascript:marked-value',
    DATABASE_MIGRATING: 'marked-value',
    RATE_LIMITS: 'marked-value',
    TRUSTED_PROXIES: '10.0.0.0/33,marked-value',
    LOG_LEVEL: 'marked-value',
    DATABASE_POOL_SIZE: '1.5',
    SHUTDOWN_TIMEOUT_MS: '1e3',
    ASSETS_CACHE_BYTES: '64MB',
    LLM_PROVIDER: 'marked-value',
    PAGENET_OAUTH_REDIRECT_URI: ' https://marked-value.test/callback',
    SHORTPOST_TOKEN_URL: 'marked-value',
    VIDEONET_UPLOAD_TRANSPORT: 'marked-value',
    SPEECH_USD_PER_CREDIT: '0',
    CREDITS_METERING_ENABLED: 'marked-value',
    HEARTBEAT_PING_URL: 'marked-value',
    SITE_REBUILD_WEBHOOK_URL: 'marked-value',
  }

  test.each(Object.entries(examples))('names %s without its value', (name, value) => {
    const error = toFailure({ ...minimalEnvironment, [name]: value })
    expect(error.malformed.map((problem) => problem.name)).toEqual([name])
    expect(error.message).toContain(name)
    expect(error.message).not.toContain('marked')
  })

  test.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0',
    'localhost',
    '*',
  ])('rejects %s as a trusted proxy', (proxy) => {
    expect(
      toFailure({ ...minimalEnvironment, TRUSTED_PROXIES: `192.0.2.1,${proxy}` }).malformed,
    ).toHaveLength(1)
  })

  test('names every problem at once, on one line', () => {
    const { AUTH_SECRET: _, ...rest } = minimalEnvironment
    const error = toFailure({
      ...rest,
      ...examples,
      ASSETS_UPLOAD_DIR: '/a',
      ASSETS_S3_ENDPOINT: 'https://s3.example.test',
    })
    const order = variableEntries.map(([name]) => name as string).filter((name) => name in examples)
    expect(error.malformed.map(({ name }) => name)).toEqual(order)
    expect(error.missing).toEqual(['AUTH_SECRET'])
    expect(error.conflicts).toHaveLength(1)
    expect(error.message).not.toMatch(/[\r\n]/)
  })

  test('throws a one-line error without secrets for any values', () => {
    const secrets = variableEntries
      .filter(([, variable]) => variable.kind === 'secret')
      .map(([name]) => name)
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...secrets),
          fc.string({ minLength: 3 }).map((text) => `§${text}§`),
        ),
        (env) => {
          const { message } = toFailure(env)
          expect(message).not.toMatch(/[\r\n]/)
          expect(message).not.toContain('§')
        },
      ),
    )
  })

  test('falls back to the default silently if a variable is lenient', () => {
    const config = loadConfig({
      ...minimalEnvironment,
      PORT: 'eighty',
      ADMIN_EMAILS: ' , ,',
      SMTP_FROM: 'nobody',
    })
    expect(config.PORT).toBe(3000)
    expect(config.ADMIN_EMAILS).toEqual([])
    expect(config.SMTP_FROM).toBe('nobody')
  })
})

describe('defaults', () => {
  const config = loadConfig(minimalEnvironment)

  test('equals the defaults on the configuration page', () => {
    expect(config).toMatchObject({
      NODE_ENV: 'development',
      APP_ENV: 'development',
      API_PORT: 3000,
      PORT: 3000,
      API_URL: 'http://localhost:3000',
      CLIENT_URLS: ['http://localhost:5000', 'http://localhost:4321'],
      AUTH_BASE_URL: 'http://localhost:3000',
      DASHBOARD_URL: 'http://localhost:5000',
      DASHBOARD_PORT: 5000,
      DATABASE_MIGRATING: false,
      DATABASE_SEEDING: false,
      CHROME_CDP_ENDPOINT: 'http://localhost:9222',
      LLM_PROVIDER: 'gateway',
      VIDEONET_UPLOAD_TRANSPORT: 'direct',
      MAILBOX_OAUTH_REDIRECT_URI: '',
      AUTH_PASSKEY_RP_ID: 'localhost',
      SPEECH_USD_PER_CREDIT: 0.005,
      ENTITLEMENT_OFFER_SLUGS: [],
      CREDIT_TOPUP_OFFER_SLUGS: [],
      ACCOUNTING_ENABLED: false,
      CREDITS_METERING_ENABLED: false,
      COMMIT_SHA: 'development',
    })
    expect(config.MCP_ALLOWED_REDIRECT_HOSTS).toHaveLength(2)
  })

  test('uses the default if a value is empty', () => {
    const blank = Object.fromEntries(
      variableEntries.filter(([, variable]) => !variable.required).map(([name]) => [name, '']),
    )
    expect(loadConfig({ ...blank, ...minimalEnvironment })).toEqual(config)
  })

  test('returns a frozen object', () => {
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('derives defaults from other variables', () => {
    const derived = loadConfig({
      ...minimalEnvironment,
      API_PORT: '4000',
      API_URL: 'https://api.example.test/',
      DASHBOARD_URL: 'https://app.example.test:8443',
      NOTIFICATION_EMAIL: 'Desk@Example.test',
      ATRIUM_HOME: '/srv/atrium',
      BOARD_PORT: '9003',
      MY_EMAIL_ADDRESS: 'me@example.test',
    })
    expect(derived).toMatchObject({
      PORT: 4000,
      API_URL: 'https://api.example.test',
      AUTH_PASSKEY_RP_ID: 'app.example.test',
      ADMIN_EMAILS: ['desk@example.test'],
      UPLOAD_DIR: '/srv/atrium/uploads',
      MAIL_OUTBOX_DIR: '/srv/atrium/outbox',
      BOARD_SERVICE_URL: 'http://127.0.0.1:9003',
      MAILBOX_USER_EMAIL: 'me@example.test',
    })
    for (const network of [
      'pagenet',
      'shortpost',
      'pronet',
      'videonet',
      'forumnet',
      'photonet',
    ] as const) {
      const name = `${network.toUpperCase()}_OAUTH_REDIRECT_URI` as 'PAGENET_OAUTH_REDIRECT_URI'
      expect(derived[name]).toBe(`https://api.example.test/api/connect/${network}/callback`)
    }
  })

  test('turns rate limits on only in production, unless stated', () => {
    const production = { ...minimalEnvironment, NODE_ENV: 'production', ASSETS_UPLOAD_DIR: '/a' }
    expect(config.RATE_LIMITS).toBe('off')
    expect(loadConfig({ ...minimalEnvironment, NODE_ENV: 'test' }).RATE_LIMITS).toBe('off')
    expect(loadConfig(production).RATE_LIMITS).toBe('on')
    expect(loadConfig({ ...production, RATE_LIMITS: 'off' }).RATE_LIMITS).toBe('off')
    expect(loadConfig({ ...minimalEnvironment, RATE_LIMITS: 'on' }).RATE_LIMITS).toBe('on')
  })
})

describe('stated values', () => {
  test('keeps a redirect URI byte for byte', () => {
    for (const uri of [
      'https://API.example.test/cb/',
      'http://localhost:3000/cb?x=%2F',
      'https://a.test',
    ]) {
      const config = loadConfig({ ...minimalEnvironment, VIDEONET_OAUTH_REDIRECT_URI: uri })
      expect(config.VIDEONET_OAUTH_REDIRECT_URI).toBe(uri)
    }
  })

  test('accepts anything as APP_ENV', () => {
    expect(loadConfig({ ...minimalEnvironment, APP_ENV: 'prodcution!' }).APP_ENV).toBe(
      'prodcution!',
    )
  })

  test('keeps secrets unchanged, including surrounding space', () => {
    const secret = ' spaced secret of more than 32 characters '
    expect(
      loadConfig({ ...minimalEnvironment, AUTH_SESSION_SECRET: secret }).AUTH_SESSION_SECRET,
    ).toBe(secret)
  })

  test('splits and trims lists, and checks networks and NATS servers', () => {
    const config = loadConfig({
      ...fullEnvironment,
      TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,fd00::/8,192.0.2.7',
      NATS_URL: 'nats://a:4222, tls://b:4222,c:4222,wss://d',
      CLIENT_URLS: ' https://a.example.test/ ,http://localhost:5000,',
    })
    expect(config.ENTITLEMENT_OFFER_SLUGS).toEqual(['pro', 'pro-yearly'])
    expect(config.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.7'])
    expect(config.CLIENT_URLS).toEqual(['https://a.example.test', 'http://localhost:5000'])
  })

  test('treats a list as unset if it has only commas', () => {
    const config = loadConfig({
      ...minimalEnvironment,
      ADMIN_EMAILS: ' , ,',
      NOTIFICATION_EMAIL: 'desk@example.test',
      MCP_ALLOWED_REDIRECT_HOSTS: ',',
    })
    expect(config.ADMIN_EMAILS).toEqual(['desk@example.test'])
    expect(config.MCP_ALLOWED_REDIRECT_HOSTS).toHaveLength(2)
    expect(config.explicit.has('MCP_ALLOWED_REDIRECT_HOSTS')).toBe(false)
  })

  test('reports which variables were set', () => {
    const { explicit } = loadConfig({
      ...minimalEnvironment,
      API_URL: 'http://localhost:3000',
      PORT: '',
    })
    expect(explicit.has('API_URL')).toBe(true)
    expect(explicit.has('PORT')).toBe(false)
    expect(explicit.has('DASHBOARD_URL')).toBe(false)
  })
})
