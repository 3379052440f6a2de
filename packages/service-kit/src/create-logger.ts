import { createRedactor } from '@atrium/config'
import { type DestinationStream, type Logger, pino } from 'pino'
import { redactFields } from './redact-fields.ts'

/** A service's logger of JSON lines. Secrets are redacted by the field's name and by value. */
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
