import { readFileSync } from 'node:fs'
import { containerImages, postgresInitdbArguments } from '@atrium/dev-servers'
import { expect, test } from 'vitest'
import { documentedVariables } from '../configuration/platform-variables.ts'
import { deployables } from '../services.ts'
import { absentVariables, composeEnvironment } from './compose-environment.ts'
import { renderCompose } from './compose-file.ts'
import { renderExampleFile } from './example-file.ts'
import { at, composed, container, keys, named, withDefaults } from './test/manifests.ts'

test("publishes neither the gateway's probes nor its metrics", () => {
  const environment = composed('gateway', 'environment')
  expect(environment).toMatchObject({ GATEWAY_INTERNAL_PORT: 3007 })
  expect(composed('gateway', 'ports')).toEqual([expect.stringMatching(/:3000$/)])
  expect(at(named('Service', 'gateway'), 'spec', 'ports')).toEqual([
    { name: 'http', port: 3000, targetPort: 'http' },
  ])
  const containers = at(named('Deployment', 'gateway'), 'spec', 'template', 'spec', 'containers')
  expect(at(containers, 0, 'env')).toContainEqual({ name: 'GATEWAY_INTERNAL_PORT', value: '3007' })
})

test('starts the same servers in tests as in the compose file', () => {
  const image = (name: string) => composed(name, 'image')
  expect({
    postgres: image('postgres'),
    nats: image('nats'),
    objectStore: image('objects'),
  }).toEqual(containerImages)
  expect(composed('postgres', 'environment', 'POSTGRES_INITDB_ARGS')).toBe(postgresInitdbArguments)
})

test('gives a server a health check if something waits for it', () => {
  const waits = keys(composed()).flatMap((name) =>
    Object.entries(composed(name, 'depends_on') ?? {}),
  )
  const unchecked = waits.filter(
    ([name, wait]) =>
      at(wait, 'condition') === 'service_healthy' &&
      composed(name, 'healthcheck') === undefined &&
      composed(name, 'build') === undefined,
  )
  expect(waits.length).toBeGreaterThan(10)
  expect(unchecked).toEqual([])
})

test('checks PostgreSQL over TCP, where it responds only after its initialisation', () => {
  const check = composed('postgres', 'healthcheck', 'test')
  expect(check).toEqual(['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'atrium'])
})

test('routes the Ingress to the API and the well-known paths and publishes only the public port', () => {
  const paths = at(named('Ingress', 'gateway'), 'spec', 'rules', 0, 'http', 'paths')
  expect(paths).toMatchObject([{ path: '/api' }, { path: '/.well-known' }])
  const published = keys(composed()).flatMap((name) =>
    composed(name, 'ports') === undefined ? [] : [name],
  )
  expect(published).toEqual(['gateway'])
  expect(composed('gateway', 'ports')).toEqual([`\${PORT:-3000}:3000`])
})

const readInfra = (name: string): string =>
  readFileSync(new URL(`../../infra/${name}`, import.meta.url), 'utf8')

test('keeps the environments and .env.example equal to the tables; `npm run program -- scripts/infra/write-compose.ts` writes them', () => {
  const text = readInfra('compose.yaml')
  expect(text).toBe(renderCompose(text))
  const profiles = readInfra('compose.profiles.yaml')
  expect(readInfra('.env.example')).toBe(renderExampleFile(text + profiles))
})

test.each(deployables)('passes every variable that $name reads, or says why not', (service) => {
  const passed = keys(composeEnvironment(service))
  // The signing secret and the key of a principal exclude each other. Ports of other services only
  // build their addresses.
  const others = new Set([
    ...keys(absentVariables),
    'AUTH_SESSION_SECRET',
    'PRINCIPAL_KEY',
    'PRINCIPAL_KEY_PREVIOUS',
    ...deployables.map(({ portVariable }) => portVariable),
  ])
  const missing = keys(service.table).filter((name) => !passed.includes(name) && !others.has(name))
  expect(missing).toEqual([])
})

test('lets a variable of an integration through to each service that reads it', () => {
  for (const name of [
    'EMAIL_API_KEY',
    'PAYMENTS_SECRET_KEY',
    'PAGENET_CLIENT_ID',
    'ADMIN_EMAILS',
  ]) {
    const readers = documentedVariables.filter(({ table }) => name in table)
    expect(readers.length).toBeGreaterThan(0)
    for (const { owner } of readers)
      expect(composed(owner, 'environment', name)).toBe(`\${${name}:-}`)
  }
})

test('bounds the log, the memory and the rights of each container and checks its health', () => {
  for (const name of keys(composed())) {
    expect(composed(name)).toMatchObject({
      logging: { options: { 'max-size': '10m' } },
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
  }
  for (const { name } of deployables) {
    expect(composed(name)).toMatchObject({
      cap_drop: ['ALL'],
      read_only: true,
      healthcheck: { test: ['CMD', 'node', 'healthcheck.mjs'] },
    })
    const memory = String(at(container(name), 'resources', 'limits', 'memory'))
    expect(composed(name, 'mem_limit')).toBe(memory.replace('Mi', 'm'))
  }
})

test('starts the operator only on request, with the access of an operator', () => {
  expect(composed('operator')).toMatchObject({ profiles: ['operator'], entrypoint: ['atrium'] })
  expect(withDefaults(composed('operator', 'environment', 'NATS_URL'))).toMatch(
    /^nats:\/\/operator:.*@nats:4222$/,
  )
  expect(withDefaults(composed('operator', 'environment', 'DATABASE_URL'))).toMatch(
    /^postgres:\/\/atrium:.*@postgres:5432\/atrium$/,
  )
})
