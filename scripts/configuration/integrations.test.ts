import { expect, test } from 'vitest'
import { platformVariables } from './platform-variables.ts'
import { fullEnvironment, minimalEnvironment } from './test/environments.ts'
import { bootWarnings, isLive, loadConfig } from './test/load-platform.ts'

const { integrations } = platformVariables

test('an integration is live exactly when it is not dormant', () => {
  for (const env of [minimalEnvironment, fullEnvironment]) {
    const config = loadConfig(env)
    const lines = bootWarnings(env).join('\n')
    for (const { id, feature } of integrations) {
      expect([id, isLive(config, id)]).toEqual([id, !lines.includes(`${feature} unavailable`)])
    }
  }
  expect(isLive(loadConfig(fullEnvironment), 'unheard-of')).toBe(false)
})

test('ids are unique', () => {
  expect(new Set(integrations.map(({ id }) => id)).size).toBe(integrations.length)
})

test('half a sign-in pair counts as unset', () => {
  const half = { ...fullEnvironment, SIGNIN_OAUTH_CLIENT_SECRET: '' }
  expect(isLive(loadConfig(fullEnvironment), 'signin')).toBe(true)
  expect(isLive(loadConfig(half), 'signin')).toBe(false)
})

test('pagenet needs its stated redirect URI, the other networks live on the default', () => {
  const config = loadConfig({ ...fullEnvironment, PAGENET_OAUTH_REDIRECT_URI: '' })
  expect(isLive(config, 'pagenet')).toBe(false)
  expect(isLive(config, 'photonet')).toBe(true)
  expect(config.PAGENET_OAUTH_REDIRECT_URI).toBe('https://api.example.test/api/connect/pagenet/callback')
})
