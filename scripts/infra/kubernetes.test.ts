import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { deployables } from '../services.ts'
import { at, named } from './test/manifests.ts'
import { readYaml, yamlFiles } from './yaml-files.ts'

test('applies every Kubernetes file', () => {
  const files = yamlFiles().map((file) => basename(file))
  const applied = at(readYaml('infra/kubernetes/kustomization.yaml')[0], 'resources')
  const expected = yamlFiles()
    .filter((file) => file.startsWith('infra/kubernetes/') && !file.endsWith('kustomization.yaml'))
    .map((file) => basename(file))
  expect(expected.length).toBeGreaterThan(4)
  expect(applied).toEqual(expect.arrayContaining(expected))
  expect(files).toEqual(expect.arrayContaining(applied as string[]))
})

test('lets the services reach a server if it shares the namespace', () => {
  const selector = at(named('NetworkPolicy', 'internal-services'), 'spec', 'podSelector')
  expect(at(selector, 'matchLabels')).toEqual({ 'app.kubernetes.io/part-of': 'atrium' })
  for (const { name } of deployables) {
    const labels = at(named('Deployment', name), 'spec', 'template', 'metadata', 'labels')
    expect(labels).toMatchObject({ 'app.kubernetes.io/part-of': 'atrium' })
  }
})

test('gives a variable one value in all Kubernetes ConfigMaps', () => {
  const maps = ['atrium', ...deployables.map(({ name }) => `atrium-${name}`)]
  const pairs = maps.flatMap((map) => Object.entries(at(named('ConfigMap', map), 'data') ?? {}))
  expect(pairs.length).toBeGreaterThan(20)
  expect(pairs.filter(([name, value]) => value !== Object.fromEntries(pairs)[name])).toEqual([])
})
