import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@atrium/config'
import { describe, expect, test } from 'vitest'
import { platformVariables, serviceVariables } from '../configuration/platform-variables.ts'
import { services } from '../services.ts'
import {
  developmentEnvironment,
  givenEnvironment,
  ownVariables,
  withOwnKey,
} from './environment.ts'

const facts = {
  home: '/data/atrium',
  port: 4100,
  databaseUrl: 'postgres://atrium:s%40cret@127.0.0.1:25432/atrium',
  natsUrl: 'nats://127.0.0.1:24222',
  secrets: {
    sessionSecret: 'a'.repeat(43),
    authSecret: 'b'.repeat(43),
    webhookSecret: 'c'.repeat(43),
    push: { publicKey: 'B'.repeat(87), privateKey: 'd'.repeat(43) },
    sealedBySession: false,
  },
  servicePorts: { IDENTITY_PORT: '25001', ASSETS_PORT: '25002' },
  commit: 'abc123',
}

test('provides a complete configuration with the defaults alone', () => {
  const config = loadConfig(platformVariables, developmentEnvironment({}, facts))
  expect(config.PORT).toBe(4100)
  expect(config.API_URL).toBe('http://localhost:4100')
  expect(config.AUTH_BASE_URL).toBe('http://localhost:4100')
  expect(config.DATABASE_URL).toBe(facts.databaseUrl)
  expect(config.IDENTITY_SERVICE_URL).toBe('http://127.0.0.1:25001')
  expect(config.ASSETS_UPLOAD_DIR).toBe('/data/atrium/assets')
  expect(config.MAIL_OUTBOX_DIR).toBe('/data/atrium/outbox')
})

test('derives the separate database variables from the URL, whether given or default', () => {
  const own = developmentEnvironment({}, facts)
  expect([own['DATABASE_HOST'], own['DATABASE_PORT'], own['DATABASE_PASSWORD']]).toEqual([
    '127.0.0.1',
    '25432',
    's@cret',
  ])
  const given = developmentEnvironment({ DATABASE_URL: 'postgres://me@db.example/app' }, facts)
  expect([
    given['DATABASE_HOST'],
    given['DATABASE_PORT'],
    given['DATABASE_USER'],
    given['DATABASE_NAME'],
  ]).toEqual(['db.example', '5432', 'me', 'app'])
  expect(() => loadConfig(platformVariables, given)).not.toThrow()
})

test('prefers a given variable to its default, even if it is empty', () => {
  const environment = developmentEnvironment(
    { API_URL: 'https://api.example', AUTH_SECRET: '', NATS_URL: '' },
    facts,
  )
  expect(environment['API_URL']).toBe('https://api.example')
  expect(() => loadConfig(platformVariables, environment)).toThrow(
    /missing .*NATS_URL.*AUTH_SECRET|missing .*AUTH_SECRET.*NATS_URL/,
  )
})

test.each(['WEBHOOK_PRIVATE_ADDRESSES', 'FETCH_PRIVATE_ADDRESSES'])(
  'lets requests reach this machine in %s, except in production',
  (name) => {
    const policy = (given: Record<string, string>) => developmentEnvironment(given, facts)[name]
    expect(policy({})).toBe('loopback')
    for (const stage of ['NODE_ENV', 'APP_ENV'])
      expect(policy({ [stage]: 'production' })).toBeUndefined()
    expect(policy({ [name]: 'refuse' })).toBe('refuse')
  },
)

test('stores blobs in the object store if one is given', () => {
  const environment = developmentEnvironment({ ASSETS_S3_ENDPOINT: 'http://s3.example' }, facts)
  expect(environment['ASSETS_UPLOAD_DIR']).toBeUndefined()
})

test('prefers the environment to .env, even if a value is empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-env-'))
  await writeFile(
    join(folder, '.env'),
    'LLM_PROVIDER=direct\nSMTP_FROM="a@example.com"\nREPOS_TOKEN=one\n',
  )
  expect(await givenEnvironment(folder, { REPOS_TOKEN: '', LLM_PROVIDER: 'auto' })).toEqual({
    LLM_PROVIDER: 'auto',
    SMTP_FROM: 'a@example.com',
    REPOS_TOKEN: '',
  })
  await rm(folder, { recursive: true })
})

test('gives each service its own key, and the session secret only to those that sign with it', () => {
  const environment = developmentEnvironment({ PRINCIPAL_KEY: 'of another' }, facts)
  const handed = services.map((service) => ({
    name: service.name,
    env: ownVariables(service, withOwnKey(service.name, environment)),
  }))
  const readers = handed.filter(({ env }) => env['AUTH_SESSION_SECRET'] !== undefined)
  expect(readers.map(({ name }) => name).sort()).toEqual(['gateway', 'identity'])
  const withValue = handed.filter(({ env }) =>
    Object.values(env).includes(facts.secrets.sessionSecret),
  )
  expect(withValue).toEqual(readers)
  const keys = handed.map(({ env }) => env['PRINCIPAL_KEY'])
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
  expect(new Set(keys).size).toBe(services.length)
})

test.each(serviceVariables)('boots $owner with only its own variables', (variables) => {
  const { owner: name, table } = variables
  const env = ownVariables({ name, table }, withOwnKey(name, developmentEnvironment({}, facts)))
  expect(() => loadConfig<unknown>(variables, env)).not.toThrow()
})

test.each([{}, { AUTH_SESSION_SECRET: 'd'.repeat(43) }])(
  'passes the session secret %j as the previous key for stored secrets if they may be encrypted under it',
  (given) => {
    const older = { ...facts, secrets: { ...facts.secrets, sealedBySession: true } }
    const previous = (from: typeof facts) =>
      developmentEnvironment(given, from)['WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS']
    expect(previous(older)).toBe(given.AUTH_SESSION_SECRET ?? facts.secrets.sessionSecret)
    expect(previous(facts)).toBeUndefined()
  },
)

const others = ['PATH', 'NODE_OPTIONS', 'NOTEBOOK_DATABASE_ID', 'CLOUD_TOKEN']

describe.each(services)('the process of $name', (service) => {
  const whole = Object.fromEntries(
    [...Object.keys(platformVariables.table), ...others].map((name) => [name, name]),
  )
  const handed = Object.keys(ownVariables(service, whole))

  test('receives its table and what every process reads', () => {
    expect(handed).toEqual(
      expect.arrayContaining([
        ...Object.keys(service.table),
        'PATH',
        'NODE_OPTIONS',
        'ATRIUM_HOME',
      ]),
    )
    // An alias is in the table of its variable.
    const aliases = Object.values(service.table).flatMap(({ alias }) => alias ?? [])
    expect(handed).toEqual(expect.arrayContaining(aliases))
  })

  test("receives no other service's secret, and only platform variables", () => {
    const foreign = handed.filter((name) => !(name in service.table))
    expect(foreign.filter((name) => platformVariables.table[name]?.kind === 'secret')).toEqual([])
    expect(foreign).not.toContain('CLOUD_TOKEN')
    expect(handed.includes('DASHBOARD_URL')).toBe(
      service.name === 'workflow' || 'DASHBOARD_URL' in service.table,
    )
    expect(handed.includes('NOTEBOOK_DATABASE_ID')).toBe(service.name === 'gateway')
  })
})
