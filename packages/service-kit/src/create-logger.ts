import { createRedactor } from '@atrium/config'
import { type DestinationStream, type Logger, pino } from 'pino'
import { redactFields } from './redact-fields.ts'

/**
 * One service's logger: JSON lines to `destination` (standard output by default). Secrets are redacted twice:
 * by the name of the field and, over the finished line, by the values of the environment's secrets.
 */
export function createLogger(
  service: string,
  level: string,
  secrets: readonly string[],
  destination: DestinationStream = process.stdout,
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactFields },
      serializers: { err: (error: Error) => redactFields({ ...pino.stdSerializers.err(error) }) },
      hooks: { streamWrite: createRedactor(secrets) },
    },
    destination,
  )
}
