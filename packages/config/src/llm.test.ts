import { describe, expect, test } from 'vitest'
import { minimalEnvironment } from '../test/minimal-environment.ts'
import { defaultModels, llm, managedLlm } from './llm.ts'
import { loadConfig } from './load-config.ts'

const choose = (env: Record<string, string>) => llm(loadConfig({ ...minimalEnvironment, ...env }))
const gateway = { LLM_GATEWAY_API_KEY: 'gateway-key' }
const direct = { LLM_DIRECT_API_KEY: 'direct-key' }

describe('the provider', () => {
  test('is the gateway unless stated, and none without its key', () => {
    expect(choose(gateway).provider).toBe('gateway')
    expect(choose({ ...gateway, ...direct }).provider).toBe('gateway')
    expect(choose({}).provider).toBe('none')
    expect(choose(direct).provider).toBe('none')
  })

  test('is the stated one', () => {
    expect(choose({ ...gateway, ...direct, LLM_PROVIDER: 'direct' })).toMatchObject({
      provider: 'direct',
      apiKey: 'direct-key',
    })
  })

  test('with auto is the first whose key is set', () => {
    const auto = { LLM_PROVIDER: 'auto' }
    expect(choose({ ...auto, ...gateway, ...direct }).provider).toBe('gateway')
    expect(choose({ ...auto, ...direct }).provider).toBe('direct')
    expect(choose(auto)).toEqual({ provider: 'none' })
  })

  test('comes with its own base URL', () => {
    const urls = {
      LLM_GATEWAY_BASE_URL: 'http://localhost:1/v1/',
      LLM_DIRECT_BASE_URL: 'http://localhost:2/v1',
    }
    expect(choose({ ...gateway, ...urls })).toMatchObject({ baseUrl: 'http://localhost:1/v1' })
    expect(choose({ ...direct, ...urls, LLM_PROVIDER: 'auto' })).toMatchObject({
      baseUrl: 'http://localhost:2/v1',
    })
    expect(choose(gateway)).toMatchObject({ baseUrl: undefined })
  })
})

test('each task has the default model of its provider unless overridden', () => {
  for (const [provider, key] of [
    ['gateway', gateway],
    ['direct', direct],
  ] as const) {
    const model = defaultModels[provider]
    const env = { ...key, LLM_PROVIDER: provider }
    expect(choose(env)).toMatchObject({
      models: { extractUrls: model, analyzeContent: model, classifyItem: model },
    })
    expect(choose({ ...env, LLM_ANALYZE_CONTENT_MODEL: 'other' })).toMatchObject({
      models: { extractUrls: model, analyzeContent: 'other', classifyItem: model },
    })
    expect(choose({ ...env, LLM_EXTRACT_URLS_MODEL: 'a', LLM_CLASSIFY_ITEM_MODEL: 'b' })).toMatchObject({
      models: { extractUrls: 'a', analyzeContent: model, classifyItem: 'b' },
    })
  }
})

test('the managed model needs all three variables and metering', () => {
  const full = {
    MANAGED_LLM_PROVIDER: 'gateway',
    MANAGED_LLM_MODEL: 'some/model',
    MANAGED_LLM_API_KEY: 'managed-key',
    CREDITS_METERING_ENABLED: 'true',
  }
  const managed = (env: Record<string, string>) => managedLlm(loadConfig({ ...minimalEnvironment, ...env }))
  expect(managed(full)).toEqual({ provider: 'gateway', model: 'some/model', apiKey: 'managed-key' })
  for (const name of Object.keys(full)) expect(managed({ ...full, [name]: '' })).toBeUndefined()
  expect(managed({ ...full, CREDITS_METERING_ENABLED: 'false' })).toBeUndefined()
})
