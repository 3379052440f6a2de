import type { Metrics } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { Exchange } from './exchange.ts'

/** Writes the one log line and the one observation of an exchange that has ended. */
export function createObserver(deps: { metrics: Metrics; logger: Logger }): (exchange: Exchange) => void {
  const timers = new Map<string, { observe(seconds: number): void }>()
  return ({ operation, principal, requestId, response, method, started }) => {
    const abandoned = !response.writableFinished
    // 499 is the status that proxies log for a client that left before the answer began.
    const status = abandoned && !response.headersSent ? 499 : response.statusCode
    const milliseconds = performance.now() - started
    const key = `${status} ${operation}`
    let timer = timers.get(key)
    if (timer === undefined) {
      timer = deps.metrics.http.labels({ operation, status })
      timers.set(key, timer)
    }
    timer.observe(milliseconds / 1000)
    deps.logger.info(
      {
        ...{ op: operation, method, status, ms: Math.round(milliseconds * 10) / 10, requestId },
        ...(principal?.orgId == null ? {} : { org: principal.orgId }),
        ...(abandoned ? { abandoned } : {}),
      },
      'request',
    )
  }
}
