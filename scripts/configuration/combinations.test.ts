import * as config from '@atrium/config'
import { connectVariables } from '@atrium/connect-service/variables'
import { gatewayVariables } from '@atrium/gateway/variables'
import { describe, expect, test } from 'vitest'
import { minimalEnvironment } from './test/environments.ts'
import { loadConfig, toFailure } from './test/load-platform.ts'

describe('language models', () => {
  test('fails the boot only if an explicit provider has no key', () => {
    const key = { LLM_GATEWAY_API_KEY: 'marked-gateway-key' }
    expect(toFailure({ ...minimalEnvironment, LLM_PROVIDER: 'gateway' }).missing).toEqual([
      'LLM_GATEWAY_API_KEY',
    ])
    expect(toFailure({ ...minimalEnvironment, ...key, LLM_PROVIDER: 'direct' }).missing).toEqual([
      'LLM_DIRECT_API_KEY',
    ])
    expect(() => loadConfig({ ...minimalEnvironment, LLM_PROVIDER: 'auto' })).not.toThrow()
    expect(() => loadConfig({ ...minimalEnvironment, LLM_PROVIDER: '' })).not.toThrow()
    expect(() =>
      loadConfig({ ...minimalEnvironment, ...key, LLM_PROVIDER: 'gateway' }),
    ).not.toThrow()
  })

  test('fails the boot of connect, which uses the key, but not of the gateway', () => {
    const env = { ...minimalEnvironment, LLM_PROVIDER: 'gateway' }
    expect(() => config.loadConfig(gatewayVariables, env)).not.toThrow()
    expect(() => config.loadConfig(connectVariables, env)).toThrow('LLM_GATEWAY_API_KEY')
  })
})

describe('blob storage', () => {
  const s3 = { ASSETS_S3_ENDPOINT: 'https://s3.example.test', ASSETS_S3_BUCKET: 'blobs' }

  test('fails the boot if both a directory and a bucket are set', () => {
    const error = toFailure({ ...minimalEnvironment, ...s3, ASSETS_UPLOAD_DIR: '/srv/assets' })
    expect(error.message).toContain('ASSETS_UPLOAD_DIR')
    expect(error.message).toContain('ASSETS_S3_ENDPOINT')
    expect(error.message).not.toContain('/srv/assets')
  })

  test('fails the boot and names the other half if half of an S3 pair is set', () => {
    const { ASSETS_S3_ENDPOINT, ASSETS_S3_BUCKET } = s3
    expect(toFailure({ ...minimalEnvironment, ASSETS_S3_ENDPOINT }).missing).toEqual([
      'ASSETS_S3_BUCKET',
    ])
    expect(toFailure({ ...minimalEnvironment, ASSETS_S3_BUCKET }).missing).toEqual([
      'ASSETS_S3_ENDPOINT',
    ])
    expect(
      toFailure({ ...minimalEnvironment, ...s3, ASSETS_S3_ACCESS_KEY: 'marked' }).missing,
    ).toEqual(['ASSETS_S3_SECRET_KEY'])
    expect(
      toFailure({ ...minimalEnvironment, ...s3, ASSETS_S3_SECRET_KEY: 'marked' }).missing,
    ).toEqual(['ASSETS_S3_ACCESS_KEY'])
  })

  test('fails the boot in production if no storage is set', () => {
    const production = { ...minimalEnvironment, NODE_ENV: 'production' }
    expect(toFailure(production).message).toMatch(
      /ASSETS_UPLOAD_DIR.*ASSETS_S3_ENDPOINT.*ASSETS_S3_BUCKET/,
    )
    expect(() => loadConfig({ ...production, ...s3 })).not.toThrow()
    expect(() => loadConfig({ ...production, ASSETS_UPLOAD_DIR: '/srv/assets' })).not.toThrow()
    expect(() => loadConfig(minimalEnvironment)).not.toThrow()
  })
})

describe('well-known development keys', () => {
  const sandbox = {
    PAYMENTS_SECRET_KEY: 'sk_test_sandbox',
    PAYMENTS_CONNECT_WEBHOOK_SECRET: 'whsec_sandbox_connect',
    SOCIAL_TOKEN_ENCRYPTION_KEY: 'sandbox-tokens-are-sealed-with-this-key',
    PAGENET_CLIENT_SECRET: 'sandbox-app-secret',
    DATABASE_URL: 'postgres://atrium:atrium@db.example.test:5432/atrium',
    NATS_URL: 'nats://one.example.test:4222,nats://board:change-me@two.example.test:4222',
  }
  const ours = {
    PAYMENTS_SECRET_KEY: 'sk_live_of_ours',
    DATABASE_URL: 'postgres://atrium:a-password-of-ours@db.example.test:5432/atrium',
  }
  const stored = { ASSETS_UPLOAD_DIR: '/srv/assets' }

  test.each([{ NODE_ENV: 'production' }, { APP_ENV: 'production' }])(
    'fails the boot with the name of each key if the stage is %j',
    (stage) => {
      for (const [name, value] of Object.entries(sandbox)) {
        const error = toFailure({ ...minimalEnvironment, ...stored, ...stage, [name]: value })
        expect(error.conflicts).toEqual([
          `${name} is a well-known development key, which production refuses`,
        ])
        expect(error.message).not.toContain(value)
      }
      expect(() =>
        loadConfig({ ...minimalEnvironment, ...stored, ...stage, ...ours }),
      ).not.toThrow()
    },
  )

  test('accepts development keys in development and tests', () => {
    expect(() => loadConfig({ ...minimalEnvironment, ...stored, ...sandbox })).not.toThrow()
    expect(() =>
      loadConfig({ ...minimalEnvironment, ...stored, ...sandbox, NODE_ENV: 'test' }),
    ).not.toThrow()
  })
})
