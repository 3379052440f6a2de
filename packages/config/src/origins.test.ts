import { describe, expect, test } from 'vitest'
import { minimalEnvironment } from '../test/minimal-environment.ts'
import { loadConfig } from './load-config.ts'
import { clientOrigins, isAllowedMcpRedirect, rateLimitsOn } from './origins.ts'

const configure = (env: Record<string, string>) =>
  loadConfig({ ...minimalEnvironment, ASSETS_UPLOAD_DIR: '/srv/assets', ...env })

test('client origins are written as a browser writes them, once each', () => {
  const CLIENT_URLS =
    'https://App.example.test:443/, https://app.example.test/path, http://localhost:80,http://[::1]:5000'
  expect(clientOrigins(configure({ CLIENT_URLS }))).toEqual([
    'https://app.example.test',
    'http://localhost',
    'http://[::1]:5000',
  ])
})

test('rate limits follow the switch', () => {
  expect(rateLimitsOn(configure({ RATE_LIMITS: 'on' }))).toBe(true)
  expect(rateLimitsOn(configure({}))).toBe(false)
  expect(rateLimitsOn(configure({ NODE_ENV: 'production' }))).toBe(true)
})

describe('redirects of MCP clients', () => {
  const hosts = { MCP_ALLOWED_REDIRECT_HOSTS: 'assistant.example.test, .tools.example.test' }

  test.each([
    ['https://assistant.example.test/callback', true],
    ['https://ASSISTANT.example.test:8443/callback', true],
    ['https://a.tools.example.test/callback', true],
    ['https://a.b.tools.example.test/', true],
    ['https://tools.example.test/', false],
    ['https://eviltools.example.test/', false],
    ['https://x.assistant.example.test/', false],
    ['https://assistant.example.test.evil.test/', false],
    ['https://assistant.example.test@evil.test/', false],
    ['https://user@assistant.example.test/', false],
    ['http://assistant.example.test/', false],
    ['javascript:alert(1)//assistant.example.test', false],
    ['', false],
    ['/callback', false],
    ['http://localhost:33418/callback', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]:7/', true],
    ['http://127.0.0.1.evil.test/', false],
    ['http://localhost.evil.test/', false],
  ])('%s: %s outside production', (uri, allowed) => {
    expect(isAllowedMcpRedirect(configure(hosts), uri)).toBe(allowed)
  })

  test('loopback is refused in production, the listed hosts are not', () => {
    const config = configure({ ...hosts, NODE_ENV: 'production' })
    expect(isAllowedMcpRedirect(config, 'http://localhost:33418/callback')).toBe(false)
    expect(isAllowedMcpRedirect(config, 'http://127.0.0.1/')).toBe(false)
    expect(isAllowedMcpRedirect(config, 'https://assistant.example.test/')).toBe(true)
  })

  test('the two assistant clients are allowed by default', () => {
    for (const host of configure({}).MCP_ALLOWED_REDIRECT_HOSTS) {
      expect(isAllowedMcpRedirect(configure({}), `https://${host}/callback`)).toBe(true)
    }
  })
})
