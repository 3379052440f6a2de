import { createRedactor, type Env, redactedKeys, secretValues } from '@atrium/config'
import { type DestinationStream, type Logger, pino } from 'pino'

const path = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `["${key}"]`)
const paths = redactedKeys.flatMap((key) => {
  const own = path(key)
  return [own, own.startsWith('[') ? `*${own}` : `*.${own}`]
})

/**
 * One service's logger: JSON lines to `destination` (standard output unless told). Secrets are redacted twice:
 * by the name of the field and, over the finished line, by the values of the environment's secrets.
 */
export function createLogger(
  service: string,
  level: string,
  env: Env,
  destination: DestinationStream = process.stdout,
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: createRedactor(secretValues(env)) },
    },
    destination,
  )
}
