import { expect, test } from 'vitest'
import { platformVariables } from './platform-variables.ts'
import { fullEnvironment, minimalEnvironment } from './test/environments.ts'
import { bootWarnings, isLive, loadConfig } from './test/load-platform.ts'

const { integrations } = platformVariables

test('reports an integration as live exactly if it is not dormant', () => {
  for (const env of [minimalEnvironment, fullEnvironment]) {
    const config = loadConfig(env)
    const lines = bootWarnings(env).join('\n')
    for (const { id, feature } of integrations) {
      expect([id, isLive(config, id)]).toEqual([id, !lines.includes(`${feature} unavailable`)])
    }
  }
  expect(isLive(loadConfig(fullEnvironment), 'unheard-of')).toBe(false)
})

test('has unique ids', () => {
  expect(new Set(integrations.map(({ id }) => id)).size).toBe(integrations.length)
})

test('treats half a sign-in pair as unset', () => {
  const half = { ...fullEnvironment, SIGNIN_OAUTH_CLIENT_SECRET: '' }
  expect(isLive(loadConfig(fullEnvironment), 'signin')).toBe(true)
  expect(isLive(loadConfig(half), 'signin')).toBe(false)
})

test('requires a redirect URI for pagenet and uses the default for other networks', () => {
  const config = loadConfig({ ...fullEnvironment, PAGENET_OAUTH_REDIRECT_URI: '' })
  expect(isLive(config, 'pagenet')).toBe(false)
  expect(isLive(config, 'photonet')).toBe(true)
  expect(config.PAGENET_OAUTH_REDIRECT_URI).toBe(
    'https://api.example.test/api/connect/pagenet/callback',
  )
})
