import { readYaml, yamlFiles } from '../yaml-files.ts'

/** The value at a path of keys; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  )
}

export const keys = (value: unknown): string[] =>
  Object.keys(typeof value === 'object' && value !== null ? value : {})

/** The compose file. */
export const compose = readYaml('infra/compose.yaml')[0]

/** The services of the compose file and below, at a path of keys. */
export const composed = (...path: readonly (string | number)[]): unknown => at(compose, 'services', ...path)

/** All objects of the Kubernetes files. */
export const kubernetes = yamlFiles()
  .filter((file) => file.startsWith('infra/kubernetes/'))
  .flatMap(readYaml)

/** The object of a kind and name in the Kubernetes files. */
export const named = (kind: string, name: string): unknown =>
  kubernetes.find((object) => at(object, 'kind') === kind && at(object, 'metadata', 'name') === name)

/** The container of a service's Deployment. */
export const container = (name: string): unknown =>
  at(named('Deployment', name), 'spec', 'template', 'spec', 'containers', 0)
