import type { Logger } from 'pino'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** better-auth's log quotes what a caller sent: only an error itself goes on, the rest is for debugging. */
export const authLogger = (logger: Logger) => ({
  level: 'debug' as const,
  disableColors: true,
  log(level: Level, message: string, ...args: unknown[]): void {
    const error = args.find((arg) => arg instanceof Error)
    if (error !== undefined) logger.warn({ err: error }, '[auth] better-auth reports an error')
    else logger.debug({ as: level }, `[auth] ${message}`)
  },
})
