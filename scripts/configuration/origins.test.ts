import { clientOrigins, rateLimitsOn } from '@atrium/config'
import { expect, test } from 'vitest'
import { minimalEnvironment } from './test/environments.ts'
import { loadConfig } from './test/load-platform.ts'

const configure = (env: Record<string, string>) =>
  loadConfig({ ...minimalEnvironment, ASSETS_UPLOAD_DIR: '/srv/assets', ...env })

test('writes client origins as a browser does, once each', () => {
  const CLIENT_URLS =
    'https://App.example.test:443/, https://app.example.test/path, http://localhost:80,http://[::1]:5000'
  expect(clientOrigins(configure({ CLIENT_URLS }))).toEqual([
    'https://app.example.test',
    'http://localhost',
    'http://[::1]:5000',
  ])
})

test('follows the rate limit switch', () => {
  expect(rateLimitsOn(configure({ RATE_LIMITS: 'on' }))).toBe(true)
  expect(rateLimitsOn(configure({}))).toBe(false)
  expect(rateLimitsOn(configure({ NODE_ENV: 'production' }))).toBe(true)
})
