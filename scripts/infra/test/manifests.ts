import { readYaml, yamlFiles } from '../yaml-files.ts'

/** Returns the value at a path of keys, or undefined if the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

export const keys = (value: unknown): string[] =>
  Object.keys(typeof value === 'object' && value !== null ? value : {})

export const compose = readYaml('infra/compose.yaml')[0]

/** Returns the value at a path below the compose file's services. */
export const composed = (...path: readonly (string | number)[]): unknown =>
  at(compose, 'services', ...path)

/** All objects in the Kubernetes files. */
export const kubernetes = yamlFiles()
  .filter((file) => file.startsWith('infra/kubernetes/'))
  .flatMap(readYaml)

/** Returns the Kubernetes object with this kind and name. */
export const named = (kind: string, name: string): unknown =>
  kubernetes.find(
    (object) => at(object, 'kind') === kind && at(object, 'metadata', 'name') === name,
  )

/** Returns the container in a service's Deployment. */
export const container = (name: string): unknown =>
  at(named('Deployment', name), 'spec', 'template', 'spec', 'containers', 0)

/** Returns a text of the compose file for an operator who sets no variable but the drawn ones. */
export const withDefaults = (value: unknown): string =>
  String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1')
