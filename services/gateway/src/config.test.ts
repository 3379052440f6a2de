import { loadConfig } from '@atrium/config'
import { createTestEnv } from '@atrium/testkit'
import { describe, expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'
import { gatewayVariables } from './variables.ts'

const provider = (overrides: Record<string, string>) =>
  gatewayConfig(
    loadConfig(
      gatewayVariables,
      createTestEnv({ databaseUrl: 'postgres://user:password@127.0.0.1:1/x', overrides }),
    ),
  ).llmProvider
const gateway = { LLM_GATEWAY_API_KEY: 'gateway-key' }
const direct = { LLM_DIRECT_API_KEY: 'direct-key' }

describe('language model provider', () => {
  test('uses the gateway by default, and none if its key is missing', () => {
    expect(provider(gateway)).toBe('gateway')
    expect(provider({ ...gateway, ...direct })).toBe('gateway')
    expect(provider({})).toBe('none')
    expect(provider(direct)).toBe('none')
  })

  test('uses the configured provider', () => {
    expect(provider({ ...gateway, ...direct, LLM_PROVIDER: 'direct' })).toBe('direct')
  })

  test('uses the first provider with a key if it is set to auto', () => {
    const auto = { LLM_PROVIDER: 'auto' }
    expect(provider({ ...auto, ...gateway, ...direct })).toBe('gateway')
    expect(provider({ ...auto, ...direct })).toBe('direct')
    expect(provider(auto)).toBe('none')
  })
})
