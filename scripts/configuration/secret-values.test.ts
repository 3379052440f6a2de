import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullEnvironment, minimalEnvironment } from './test/environments.ts'
import { secretValues, variableEntries } from './test/load-platform.ts'

const secrets = variableEntries
  .filter(([, variable]) => variable.kind === 'secret')
  .map(([name]) => name)

test('includes every marked secret and nothing public', () => {
  const values = secretValues(fullEnvironment)
  const coordinates = [
    'DATABASE_HOST',
    'DATABASE_USER',
    'DATABASE_NAME',
    'DATABASE_PORT',
    'NATS_URL',
  ]
  for (const name of secrets.filter((secret) => !coordinates.includes(secret))) {
    const value = fullEnvironment[name]
    if (value !== undefined) expect(values).toContain(value)
  }
  for (const [name, variable] of variableEntries) {
    if (variable.kind !== 'secret') expect(values).not.toContain(fullEnvironment[name])
  }
})

test('includes any long value of any secret variable', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...secrets),
      fc.string({ minLength: 16, unit: 'grapheme' }),
      (name, text) => {
        fc.pre(text.trim().length >= 16 && !text.includes(','))
        const value = name === 'NATS_URL' ? `nats://${encodeURIComponent(text)}@localhost` : text
        const found = secretValues({ [name]: value })
        expect(found).toContain(value)
      },
    ),
  )
})

describe('credentials inside addresses', () => {
  test.each([
    ['postgres://app:s3cret-pass@h/db', 's3cret-pass'],
    ['postgres://app:s3cret%40%2Fpass@h/db', 's3cret@/pass'],
    ['postgres://app:s3cret%40%2Fpass@h/db', 's3cret%40%2Fpass'],
    ['postgresql://h/db?user=app&password=s3cret-pass', 's3cret-pass'],
    ['postgres://app:s3cret,pass@h/db', 's3cret,pass'],
  ])('finds a secret in %s', (DATABASE_URL, secret) => {
    expect(secretValues({ ...minimalEnvironment, DATABASE_URL })).toContain(secret)
    expect(secretValues({ ...minimalEnvironment, DATABASE_URL })).toContain(DATABASE_URL)
  })

  test.each([
    ['nats://user:s3cret-pass@h:4222', 's3cret-pass'],
    ['nats://s3cret-token@h:4222', 's3cret-token'],
    ['nats://a:4222,tls://user:s3cret-pass@b:4222', 's3cret-pass'],
    ['user:s3cret-pass@h:4222', 's3cret-pass'],
  ])('finds a secret in %s', (NATS_URL, secret) => {
    expect(secretValues({ NATS_URL })).toContain(secret)
    expect(secretValues({ NATS_URL })).toContain(NATS_URL)
  })

  test('keeps a NATS address readable if it has no credentials', () => {
    expect(secretValues({ NATS_URL: 'nats://127.0.0.1:4222,nats://b:4222' })).toEqual([])
  })
})

test("treats a bearer URL's long path as a secret, with or without a trailing slash", () => {
  const values = secretValues({
    HEARTBEAT_PING_URL: 'https://ping.example.test/0123-4567-89ab-cdef/',
  })
  expect(values).toContain('/0123-4567-89ab-cdef')
  expect(values).toContain('https://ping.example.test/0123-4567-89ab-cdef')
})

test('ignores short values and common hosts and users', () => {
  const env = {
    DATABASE_HOST: 'localhost',
    DATABASE_USER: 'postgres',
    DATABASE_NAME: 'atrium',
    DATABASE_PORT: '5432',
    EMAIL_API_KEY: 'short',
  }
  expect(secretValues(env)).toEqual([])
  expect(secretValues({ DATABASE_HOST: 'db-7f3a.internal.example.test' })).toHaveLength(1)
})

test('sorts the longest first, each once', () => {
  const values = secretValues({
    ...fullEnvironment,
    AUTH_SECRET: fullEnvironment.AUTH_SESSION_SECRET,
  })
  expect(new Set(values).size).toBe(values.length)
  expect(values.map((value) => value.length)).toEqual(
    values.map((value) => value.length).sort((a, b) => b - a),
  )
})
