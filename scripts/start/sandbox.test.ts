import { loadConfig } from '@atrium/config'
import { bootEnvironment } from '@atrium/dev-servers'
import { expect, test } from 'vitest'
import { platformVariables } from '../configuration/platform-variables.ts'
import { sandboxEnvironment } from './sandbox.ts'

const variables = platformVariables.table

const named = (given: Record<string, string>) => Object.keys(sandboxEnvironment(given, 4900))

test('points payments and the Pages network at the stand-ins', () => {
  expect(sandboxEnvironment({}, 4900)).toMatchObject({
    PAYMENTS_API_URL: 'http://127.0.0.1:4900',
    PAGENET_API_URL: 'http://127.0.0.1:4900/pagenet/v25.0',
    PAGENET_OAUTH_REDIRECT_URI: 'http://localhost:3000/api/connect/pagenet/callback',
    SOCIAL_TOKEN_ENCRYPTION_KEY: expect.any(String),
  })
})

test("returns the browser to the platform's address", () => {
  const redirect = (given: Record<string, string>) =>
    sandboxEnvironment(given, 4900)['PAGENET_OAUTH_REDIRECT_URI']
  expect(redirect({ PORT: '3100' })).toBe('http://localhost:3100/api/connect/pagenet/callback')
  expect(redirect({ API_URL: 'https://api.example.com' })).toBe(
    'https://api.example.com/api/connect/pagenet/callback',
  )
})

test('uses no stand-in for an integration if one of its variables is given, even an empty one', () => {
  for (const name of ['PAGENET_CLIENT_ID', 'PAGENET_PAGE_ID']) {
    expect(named({ [name]: '' }).filter((key) => key.startsWith('PAGENET_'))).toEqual([])
    expect(named({ [name]: '' })).toContain('SHORTPOST_API_URL')
  }
  expect(named({ PAYMENTS_SECRET_KEY: '' }).filter((key) => key.startsWith('PAYMENTS_'))).toEqual(
    [],
  )
  expect(named({ PAYMENTS_SECRET_KEY: '' })).toContain('PAGENET_CLIENT_ID')
})

test("points no network at the stand-ins if a real app or an operator's key is given", () => {
  const reals = [{ SOCIAL_TOKEN_ENCRYPTION_KEY: '' }, { PRONET_CLIENT_ID: 'a-real-app' }]
  for (const given of reals) {
    expect(
      named(given as Record<string, string>).filter((key) => !key.startsWith('PAYMENTS_')),
    ).toEqual([])
  }
})

test('points every network in the sandbox at it', () => {
  const all = sandboxEnvironment({}, 4900)
  for (const prefix of ['PAGENET', 'SHORTPOST', 'PRONET']) {
    expect(all[`${prefix}_DIALOG_URL`]).toBe(`http://127.0.0.1:4900/${prefix.toLowerCase()}/dialog`)
  }
})

test('refuses each secret of the stand-ins in production', () => {
  const production = {
    ...bootEnvironment('postgres://app:of-a-test@127.0.0.1/app', 'nats://127.0.0.1'),
    NODE_ENV: 'production',
    ASSETS_UPLOAD_DIR: '/srv/assets',
  }
  expect(() => loadConfig(platformVariables, production)).not.toThrow()
  const kinds = new Map(Object.entries(variables).map(([name, { kind }]) => [name, kind]))
  const secrets = Object.entries(sandboxEnvironment({}, 4900)).filter(
    ([name]) => kinds.get(name) === 'secret',
  )
  expect(secrets.length).toBeGreaterThan(8)
  for (const [name, value] of secrets) {
    expect(() => loadConfig(platformVariables, { ...production, [name]: value })).toThrow(
      `${name} is a well-known development key`,
    )
  }
})
