import { loadConfig } from '@atrium/config'
import { beforeEach, describe, expect, test } from 'vitest'
import { documentedVariables } from '../configuration/platform-variables.ts'
import { deployables } from '../services.ts'
import { ciValues, hasHelm, readChart, renderChart, runHelm } from './test/chart.ts'
import { drawnPasswords } from './test/drawn-passwords.ts'
import { findSchemaProblems } from './test/kubernetes-schemas.ts'
import { at, keys, kubernetes, named } from './test/manifests.ts'
import { parseYaml } from './yaml-files.ts'

test('accepts each plain manifest by the schemas of Kubernetes', async () => {
  const objects = kubernetes.filter((object) => at(object, 'kind') !== 'Kustomization')
  expect(objects.length).toBeGreaterThan(30)
  expect(await findSchemaProblems(objects)).toEqual([])
})

test('finds unknown fields, wrong types and unknown kinds with the schemas', async () => {
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }
  const problems = await findSchemaProblems([
    { ...deployment, spec: { replica: 2, selector: {}, template: {} } },
    { ...deployment, spec: { replicas: '2', selector: {}, template: {} } },
    { ...deployment, kind: 'Deploiment' },
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', spec: { selectors: {} } },
  ])
  expect(problems.join('\n')).toContain('data/spec/replicas must be integer')
  expect(problems.join('\n')).toContain('"replica"')
  expect(problems.join('\n')).toContain('Deploiment')
  expect(problems.join('\n')).toContain('"selectors"')
})

describe('the chart', () => {
  beforeEach((context) => {
    if (!hasHelm) context.skip('no Helm program is on the path')
  })

  test.each(ciValues)('passes the strict lint with %s', (name) => {
    expect(runHelm('lint', '--strict', '.', '-f', `ci/${name}`)).not.toContain('[ERROR]')
  })

  test.each(ciValues)('renders objects that Kubernetes accepts with %s', async (name) => {
    const objects = renderChart(name)
    expect(objects.length).toBeGreaterThan(30)
    expect(await findSchemaProblems(objects)).toEqual([])
    const names = objects.map((object) => `${at(object, 'kind')} ${at(object, 'metadata', 'name')}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('refuses values that its schema does not allow', () => {
    expect(() => runHelm('template', 'atrium', '.')).toThrow('API_URL')
  })

  test.each(deployables)('deploys $name as the plain manifests do', ({ name }) => {
    const objects = renderChart('like-the-manifests.yaml')
    const [chart, plain] = [findObject(objects, 'Deployment', `atrium-${name}`), deployed(name)]
    for (const path of [
      ['spec', 'replicas'],
      ['spec', 'strategy'],
      ['spec', 'template', 'metadata', 'annotations'],
      ['spec', 'template', 'spec', 'automountServiceAccountToken'],
      ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'],
      ['spec', 'template', 'spec', 'securityContext'],
      ['spec', 'template', 'spec', 'volumes'],
      ...['ports', 'startupProbe', 'livenessProbe', 'readinessProbe', 'lifecycle', 'resources']
        .concat('securityContext', 'volumeMounts')
        .map((key) => ['spec', 'template', 'spec', 'containers', 0, key]),
    ])
      expect([path, at(chart, ...path)]).toEqual([path, at(plain, ...path)])
    const service = findObject(objects, 'Service', `atrium-${name}`)
    expect(at(service, 'spec', 'ports')).toEqual(at(named('Service', name), 'spec', 'ports'))
    expect(at(service, 'spec', 'selector')).toEqual(at(chart, 'spec', 'selector', 'matchLabels'))
    const budget = findObject(objects, 'PodDisruptionBudget', `atrium-${name}`)
    expect(at(budget, 'spec', 'maxUnavailable')).toBe(1)
  })

  test('routes the hosts and paths of the plain manifests to the gateway', () => {
    const objects = renderChart('like-the-manifests.yaml')
    for (const [ours, theirs] of [
      ['atrium-api', 'gateway'],
      ['atrium-dashboard', 'dashboard'],
    ] as const) {
      const spec = JSON.stringify(at(findObject(objects, 'Ingress', ours), 'spec'))
      expect(JSON.parse(spec.replaceAll('"atrium-gateway"', '"gateway"'))).toEqual(
        at(named('Ingress', theirs), 'spec'),
      )
    }
    const [only, ...others] = renderChart('minimal.yaml').filter(
      (object) => at(object, 'kind') === 'Ingress',
    )
    expect(others).toEqual([])
    expect(at(only, 'spec', 'rules', 0, 'http', 'paths')).toMatchObject([{ path: '/' }])
  })

  test('opens each service to those services that have its address', () => {
    const objects = renderChart('minimal.yaml')
    const callers = (name: string) => {
      const ingress = at(findObject(objects, 'NetworkPolicy', `atrium-${name}`), 'spec', 'ingress')
      return at(ingress, 0, 'from', 0, 'podSelector', 'matchExpressions', 0, 'values')
    }
    expect(callers('assets')).toEqual(['connect', 'gateway', 'invoicing'])
    expect(callers('board')).toEqual(['gateway'])
    expect(callers('gateway')).toBeUndefined()
  })

  test.each(documentedVariables.map(({ owner }) => [owner] as const))(
    'boots %s with the output of passwords.mjs as the Secret',
    (name) => {
      const variables = documentedVariables.find(({ owner }) => owner === name)
      for (const values of ['minimal.yaml', 'like-the-manifests.yaml']) {
        const environment = readEnvironment(renderChart(values), `atrium-${name}`)
        expect(variables && (() => loadConfig<object>(variables, environment))).not.toThrow()
        expect(keys(environment).filter((key) => !keys(variables?.table).includes(key))).toEqual(
          name === 'workflow'
            ? ['NATS_PASSWORD', 'AUTH_BASE_URL', 'CLIENT_URLS']
            : name === 'dashboard'
              ? []
              : ['NATS_PASSWORD'],
        )
      }
    },
  )

  test('writes large numbers, lists and addresses as the services read them', () => {
    const objects = renderChart('everything.yaml')
    expect(readEnvironment(objects, 'office-gateway')).toMatchObject({
      CLIENT_URLS: 'https://app.example.com,https://shop.example.com',
      TRUSTED_PROXIES: '10.0.0.0/8,192.168.0.0/16',
      RATE_LIMITS: 'off',
      IDENTITY_SERVICE_URL: 'http://office-identity:3001',
      DATABASE_URL: `postgres://atrium_gateway:${drawnPasswords.get('DATABASE_PASSWORD_GATEWAY')}@postgresql.example.com:6432/office?sslmode=verify-full`,
      NATS_URL: `tls://gateway:${drawnPasswords.get('NATS_PASSWORD_GATEWAY')}@nats-0.example.com:4222,nats-1.example.com:4222`,
      NODE_EXTRA_CA_CERTS: '/authority/ca.crt',
      NODE_OPTIONS: '--trace-warnings',
    })
    expect(readEnvironment(objects, 'office-assets')).toMatchObject({
      ASSETS_CACHE_BYTES: '1073741824',
    })
    expect(readEnvironment(objects, 'office-workflow')).toMatchObject({
      DATABASE_POOL_SIZE: '20',
      AUTH_PASSKEY_RP_ID: '$(example).com',
    })
  })

  test("reads a service's own Secret by the names of the variables", () => {
    const connect = findObject(renderChart('everything.yaml'), 'Deployment', 'office-connect')
    const env = at(connect, 'spec', 'template', 'spec', 'containers', 0, 'env')
    for (const name of ['DATABASE_PASSWORD', 'NATS_PASSWORD', 'PRINCIPAL_KEY'])
      expect(env).toContainEqual({
        name,
        valueFrom: { secretKeyRef: { name: 'atrium-connect', key: name } },
      })
  })

  test('creates the roles before the services start, and lets the autoscaler count the runners', () => {
    const objects = renderChart('everything.yaml')
    const job = findObject(objects, 'Job', 'office-roles')
    expect(at(job, 'metadata', 'annotations', 'helm.sh/hook')).toBe('pre-install,pre-upgrade')
    const env = [at(job, 'spec', 'template', 'spec', 'containers', 0, 'env')].flat()
    const reference = (name: string) =>
      at(
        env.find((entry) => at(entry, 'name') === name),
        'valueFrom',
        'secretKeyRef',
      )
    expect(reference('PGPASSWORD')).toEqual({ name: 'atrium-owner', key: 'DATABASE_PASSWORD' })
    expect(reference('ROLE_PASSWORD_board')).toEqual({
      name: 'atrium-secrets',
      key: 'DATABASE_PASSWORD_BOARD',
    })
    expect(reference('ROLE_PASSWORD_connect')).toEqual({
      name: 'atrium-connect',
      key: 'DATABASE_PASSWORD',
    })
    const runner = findObject(objects, 'Deployment', 'office-workflow')
    expect(at(runner, 'spec', 'replicas')).toBeUndefined()
    const scaler = findObject(objects, 'HorizontalPodAutoscaler', 'office-workflow')
    expect(at(scaler, 'spec', 'scaleTargetRef', 'name')).toBe('office-workflow')
  })

  test('passes the alert rules on unchanged', () => {
    const rule = findObject(renderChart('everything.yaml'), 'PrometheusRule', 'office')
    expect(at(rule, 'spec')).toEqual(parseYaml(readChart('files/alerts.yaml'))[0])
  })
})

const deployed = (name: string): unknown => named('Deployment', name)

const findObject = (objects: readonly unknown[], kind: string, name: string): unknown =>
  objects.find((object) => at(object, 'kind') === kind && at(object, 'metadata', 'name') === name)

/** Returns a container's variables as Kubernetes sets them, with the drawn passwords as the Secret. */
function readEnvironment(
  objects: readonly unknown[],
  name: string,
): Record<string, string | undefined> {
  const containers = at(findObject(objects, 'Deployment', name), 'spec', 'template', 'spec')
  const entries = [at(containers, 'containers', 0, 'env')].flat()
  const environment: Record<string, string> = {}
  for (const entry of entries) {
    const key = at(entry, 'valueFrom', 'secretKeyRef', 'key')
    const value = key === undefined ? String(at(entry, 'value')) : drawnPasswords.get(String(key))
    if (value === undefined) {
      expect(entry).toMatchObject({ valueFrom: { secretKeyRef: { optional: true } } })
      continue
    }
    // Kubernetes replaces the variables that are before this one in the list, and reads $$ as $.
    environment[String(at(entry, 'name'))] = value.replace(
      /\$\$|\$\((\w+)\)/g,
      (text, variable?: string) => (variable === undefined ? '$' : (environment[variable] ?? text)),
    )
  }
  return environment
}
