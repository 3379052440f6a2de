import { deployables } from '../services.ts'
import { composeEnvironment, operatorEnvironment } from './compose-environment.ts'

/**
 * Returns `infra/compose.yaml` with the `environment` of each service and of the operator written
 * from the tables of variables. Everything else stays as it is. Throws if one has no `environment`.
 */
export function renderCompose(current: string): string {
  const environments = new Map(
    deployables.map((service) => [service.name, composeEnvironment(service)]),
  ).set('operator', operatorEnvironment)
  const written: string[] = []
  let service = ''
  let isReplaced = false
  for (const line of current.split('\n')) {
    // A deeper line belongs to the environment that was replaced.
    if (isReplaced && line.startsWith('      ')) continue
    isReplaced = false
    written.push(line)
    service = /^ {2}([\w-]+):$/.exec(line)?.[1] ?? service
    const environment = environments.get(service)
    if (environment === undefined || !line.startsWith('    environment:')) continue
    for (const [variable, value] of Object.entries(environment))
      written.push(`      ${variable}: ${formatScalar(value)}`)
    environments.delete(service)
    isReplaced = true
  }
  if (environments.size > 0)
    throw new Error(`compose.yaml has no environment of ${[...environments.keys()].join(', ')}`)
  return written.join('\n')
}

/** Quotes a text that YAML would not read as this text. */
const formatScalar = (value: string | number): string =>
  typeof value === 'string' && /: |[?] | #|^[\d.]+$/.test(value)
    ? JSON.stringify(value)
    : String(value)
