import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { platformVariables } from '../configuration/platform-variables.ts'
import { deployables } from '../services.ts'
import {
  chartService,
  connectionVariables,
  renderChartSchema,
  renderChartServices,
} from './chart-files.ts'
import { composeEnvironment } from './compose-environment.ts'
import { ciValues, merge, mergeValues, readChart } from './test/chart.ts'
import { at, container, keys } from './test/manifests.ts'

const schema = JSON.parse(readChart('values.schema.json'))
const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(schema)
const values = mergeValues()
const settings = keys(schema.definitions.settings.properties)

test('keeps the services and the schema of the settings equal to the tables; `npm run program -- scripts/infra/write-chart.ts` writes them', () => {
  expect(readChart('files/services.yaml')).toBe(renderChartServices())
  expect(schema).toEqual(JSON.parse(renderChartSchema(JSON.stringify(schema))))
})

test.each(deployables)('sets each variable of $name in one way', (service) => {
  const { fixed, settings: own, secrets, optionalSecrets } = chartService(service)
  const { NATS_PASSWORD: _, ...others } = secrets
  const passed = keys(composeEnvironment(service))
  const connections = connectionVariables.filter((name) => passed.includes(name))
  const set = [...keys(fixed), ...own, ...keys(others), ...keys(optionalSecrets), ...connections]
  expect(set.toSorted()).toEqual(passed.toSorted())
  expect(settings).toEqual(expect.arrayContaining([...own]))
})

test('has no variable for a secret in the values', () => {
  const { table } = platformVariables
  expect(settings.length).toBeGreaterThan(80)
  expect(settings.filter((name) => table[name]?.kind === 'secret')).toEqual([])
  const all = [values, ...ciValues.map((name) => mergeValues(name))]
    .map((each) => JSON.stringify(each))
    .join()
  const secrets = keys(table).filter((name) => table[name]?.kind === 'secret')
  expect(secrets.filter((name) => all.includes(`"${name}"`))).toEqual([])
})

test('has values for each service', () => {
  const names = deployables.map(({ name }) => name).toSorted()
  expect(keys(at(values, 'services')).toSorted()).toEqual(names)
  expect(keys(schema.properties.services.properties).toSorted()).toEqual(names)
})

test.each(ciValues)('accepts the values of %s', (name) => {
  validate(mergeValues(name))
  expect(validate.errors).toBeNull()
})

test('asks for the addresses that have no default', () => {
  expect(validate(values)).toBe(false)
  const problems = validate.errors?.map(({ instancePath, params }) =>
    [instancePath, params['missingProperty']].filter(Boolean).join('/'),
  )
  expect(problems?.toSorted()).toEqual([
    '/nats/servers',
    '/postgresql/host',
    '/settings/API_URL',
    '/settings/ASSETS_S3_BUCKET',
    '/settings/ASSETS_S3_ENDPOINT',
  ])
})

test.each([
  ['an unknown variable', { settings: { API_ULR: 'https://a.example.com' } }],
  ['a secret variable', { settings: { SMTP_URL: 'smtp://mail' } }],
  ['an address without a protocol', { settings: { API_URL: 'a.example.com' } }],
  ['a text for a number', { settings: { NATS_STREAM_REPLICAS: 'three' } }],
  ['a level that does not exist', { settings: { LOG_LEVEL: 'loud' } }],
  ['an unknown service', { services: { gatway: {} } }],
  ['an unknown key of a service', { services: { gateway: { replica: 2 } } }],
  ['no replica', { defaults: { replicas: 0 } }],
  ['a NATS server without a port', { nats: { servers: ['nats'] } }],
  ['a NATS server with a user', { nats: { servers: ['a:b@nats:4222'] } }],
  ['a text for a switch', { postgresql: { tls: 'maybe' } }],
  ['an autoscaler without a limit', { autoscaling: { enabled: true, maxReplicas: null } }],
])('refuses %s in the values', (_, given) => {
  expect(validate(mergeValues('minimal.yaml', given))).toBe(false)
})

test.each(deployables)(
  'gives $name the resources and probes of the plain manifests',
  ({ name }) => {
    const options = merge(at(values, 'defaults'), at(values, 'services', name))
    expect(at(options, 'resources')).toEqual(at(container(name), 'resources'))
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { httpGet: _, ...plain } = at(container(name), probe) as Record<string, unknown>
      expect(at(options, probe)).toEqual(plain)
    }
  },
)

test('includes the files of the plain manifests and the alerts', () => {
  for (const [name, folder] of [
    ['make-service-roles.sh', 'kubernetes'],
    ['service-role.sql', 'kubernetes'],
    ['nats-users.conf', 'kubernetes'],
    ['alerts.yaml', 'observability'],
  ] as const) {
    const original = new URL(`../../infra/${folder}/${name}`, import.meta.url)
    expect(readChart(`files/${name}`)).toBe(readFileSync(original, 'utf8'))
  }
})

test('waits until each server accepts connections, and for one of several that replace each other', async () => {
  const [first, second] = [createServer(), createServer()]
  const listen = (server: typeof first, port = 0) =>
    new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => resolve(at(server.address(), 'port') as number)),
    )
  const port = await listen(first)
  await new Promise((resolve) => first.close(resolve))
  const other = await listen(second)
  const program = readChart('files/wait-for-servers.mjs')
  const waiting = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    '--',
    `127.0.0.1:${port}`,
    `127.0.0.1:1,127.0.0.1:${other}`,
  ])
  const ended = new Promise((resolve) => waiting.on('close', resolve))
  const line = new Promise((resolve) => waiting.stdout.once('data', (data) => resolve(`${data}`)))
  expect(await line).toBe(`waiting for 127.0.0.1:${port}\n`)
  expect(await Promise.race([ended, pause(100, 'waiting')])).toBe('waiting')
  await listen(first, port)
  expect(await ended).toBe(0)
  for (const server of [first, second]) server.close()
})
