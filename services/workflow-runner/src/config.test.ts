import { loadConfig } from '@atrium/config'
import { createTestEnv } from '@atrium/testkit'
import { expect, it } from 'vitest'
import { runnerConfig, visibleEnv, webhookSecrets } from './config.ts'
import { createFairTurns } from './lanes/fair-turns.ts'
import { workflowVariables } from './variables.ts'

const environment = (more: Record<string, string>) =>
  createTestEnv({
    databaseUrl: 'postgres://user:password@127.0.0.1:1/x',
    overrides: { ADMIN_EMAILS: 'boss@example.test', API_URL: 'https://api.example.test', ...more },
  })
const configured = (more: Record<string, string>) =>
  loadConfig(workflowVariables, environment(more))
const shown = (more: Record<string, string>): Readonly<Record<string, unknown>> =>
  visibleEnv(configured(more), environment(more))

it('gives one organisation half of the slots: 20 runs, 10 chains and 10 deliveries', () => {
  const { slots, adhocSlots, webhookSlots } = runnerConfig(configured({}), {})
  const alone = (count: number) =>
    createFairTurns()
      .choose([{ lane: 'org', priority: 1, runId: 'run_1' }], count)
      .get('org')
  expect([slots, adhocSlots, webhookSlots].map(alone)).toEqual([20, 10, 10])
})

it('shows a graph public variables but no people, internal addresses or secrets', () => {
  const env = shown({})
  expect(env).toMatchObject({
    API_URL: 'https://api.example.test',
    API_PORT: 3000,
    RATE_LIMITS: 'off',
  })
  for (const name of [
    'ADMIN_EMAILS',
    'BOARD_SERVICE_URL',
    'ATRIUM_HOME',
    'TRUSTED_PROXIES',
    'NATS_URL',
    'DATABASE_URL',
    'AUTH_SESSION_SECRET',
    'WORKFLOW_ENV_ALLOW',
  ]) {
    expect(Object.keys(env)).not.toContain(name)
  }
})

it('never shows secrets even if WORKFLOW_ENV_ALLOW lists them', () => {
  const env = shown({
    WORKFLOW_ENV_ALLOW: 'ADMIN_EMAILS, AUTH_SESSION_SECRET, DATABASE_URL, NOBODY_KNOWS',
  })
  expect(env).toHaveProperty('ADMIN_EMAILS')
  for (const name of ['AUTH_SESSION_SECRET', 'DATABASE_URL', 'NOBODY_KNOWS', 'BOARD_SERVICE_URL']) {
    expect(Object.keys(env)).not.toContain(name)
  }
})

it('requires a key for webhook secrets if there is no session secret', () => {
  const own = { AUTH_SESSION_SECRET: '', PRINCIPAL_KEY: 'k'.repeat(43) }
  expect(() => webhookSecrets(configured(own))).toThrow(/missing WEBHOOK_SECRET_ENCRYPTION_KEY/)
  const keyed = configured({ ...own, WEBHOOK_SECRET_ENCRYPTION_KEY: 'a key' })
  expect(() => webhookSecrets(keyed)).not.toThrow()
})
