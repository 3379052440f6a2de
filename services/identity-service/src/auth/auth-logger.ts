import type { Logger } from 'pino'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * better-auth's log in ours. Its lines quote what the caller sent, so they are kept for debugging; of an error
 * it reports only the error itself goes on, and never the arguments beside it.
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
