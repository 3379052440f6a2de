import type { Metrics } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { Exchange } from './exchange.ts'

interface Timer {
  observe(seconds: number): void
}

/** Writes the one log line and the one observation of an exchange that has ended. */
export function createObserver(metrics: Metrics, logger: Logger): (exchange: Exchange) => void {
  const timers = new Map<string, Timer>()
  return (exchange) => {
    const { operation, principal, requestId, response } = exchange
    const abandoned = !response.writableFinished
    // 499 is what proxies write for a client that left before the answer began.
    const status = abandoned && !response.headersSent ? 499 : response.statusCode
    const milliseconds = performance.now() - exchange.started
    const key = `${status} ${operation}`
    let timer = timers.get(key)
    if (timer === undefined) {
      timer = metrics.http.labels({ operation, status })
      timers.set(key, timer)
    }
    timer.observe(milliseconds / 1000)
    const line: Record<string, unknown> = {
      op: operation,
      method: exchange.method,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      requestId,
    }
    if (principal !== null && principal.orgId !== null) line['org'] = principal.orgId
    if (abandoned) line['abandoned'] = true
    logger.info(line, 'request')
  }
}
