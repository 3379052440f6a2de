import { createRedactor } from '@atrium/config'
import { type DestinationStream, type Logger, pino } from 'pino'
import { redactFields } from './redact-fields.ts'

/** Creates a service's JSON lines logger. It redacts secrets by field name and by value. */
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
