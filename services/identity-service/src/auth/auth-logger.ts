import type { Logger } from 'pino'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * Adapts the logger for better-auth. Only errors are logged as warnings. Everything else is logged
 * for debugging because better-auth quotes what a client sent.
 */
export const authLogger = (logger: Logger) => ({
  level: 'debug' as const,
  disableColors: true,
  log(level: Level, message: string, ...args: unknown[]): void {
    const error = args.find((arg) => arg instanceof Error)
    if (error !== undefined) logger.warn({ err: error }, '[auth] better-auth reports an error')
    else logger.debug({ as: level }, `[auth] ${message}`)
  },
})
