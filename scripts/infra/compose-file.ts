import { deployables } from '../services.ts'
import { composeEnvironment, operatorEnvironment } from './compose-environment.ts'

/**
 * Returns `infra/compose.yaml` with the `environment` of each service and of the operator written
 * from the tables of variables. Everything else stays as it is. Throws if one has no `environment`.
 */
export function renderCompose(current: string): string {
  const services = deployables.map(
    (service) => [service.name, composeEnvironment(service)] as const,
  )
  return [...services, ['operator', operatorEnvironment] as const].reduce(
    (text, [name, environment]) => {
      const lines = Object.entries(environment).map(
        ([variable, value]) => `      ${variable}: ${formatScalar(value)}\n`,
      )
      const block = new RegExp(
        `^(  ${name}:\\n(?:    .*\\n)*?    environment:.*\\n)(?:      .*\\n)*`,
        'm',
      )
      if (!block.test(text)) throw new Error(`compose.yaml has no environment of ${name}`)
      return text.replace(block, (_, head: string) => `${head}${lines.join('')}`)
    },
    current,
  )
}

/** Quotes a text that YAML would not read as this text. */
const formatScalar = (value: string | number): string =>
  typeof value === 'string' && /: |[?] | #|^[\d.]+$/.test(value)
    ? JSON.stringify(value)
    : String(value)
