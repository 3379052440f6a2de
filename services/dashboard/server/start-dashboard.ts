import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@atrium/config'
import { createExchanges } from '@atrium/http'
import { createLogger, listen, type StartOptions, version } from '@atrium/service-kit'
import { createMetrics, createTracing, measureProcess } from '@atrium/telemetry'
import { createPages } from './pages.ts'
import { dashboardVariables } from './variables.ts'

export interface RunningDashboard {
  readonly name: 'dashboard'
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

const always = ['x-content-type-options', 'nosniff']

/** Next to the bundle in a container, otherwise where `buildPages` puts it. */
function pagesFolder(): string {
  const beside = join(import.meta.dirname, 'pages')
  return existsSync(join(beside, 'index.html'))
    ? beside
    : join(import.meta.dirname, '..', 'dist', 'pages')
}

/**
 * Serves the built pages, with `/livez`, `/readyz` and `/metrics`. Throws if there is no build or
 * the port is taken.
 */
export async function startDashboard(
  options: StartOptions & { readonly pages?: string },
): Promise<RunningDashboard> {
  const config = loadConfig(dashboardVariables, options.env)
  const logger = createLogger(
    'dashboard',
    config.LOG_LEVEL,
    [...(options.secrets ?? [])],
    options.destination,
  )
  const pages = createPages(options.pages ?? pagesFolder(), config)
  const metrics = createMetrics('dashboard')
  measureProcess(metrics, { version, commit: config.COMMIT_SHA })
  const tracing = await createTracing(
    'atrium-dashboard',
    config.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
  )
  const run = createExchanges({ logger, metrics, tracing }, always)
  const ok = {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ status: 'ok' }),
  }
  const { registry } = metrics
  const listener = await listen({
    host: config.LISTEN_HOST,
    port: options.port ?? config.DASHBOARD_PORT,
    app: undefined,
    intercept: (request, response) => {
      run(request, response, 'unmatched', pages)
      return true
    },
    internal: async (path) => {
      if (path === '/livez' || path === '/readyz') return ok
      if (path !== '/metrics')
        return { ...ok, status: 404, body: JSON.stringify({ status: 'not found' }) }
      metrics.ready.set(1)
      return { status: 200, contentType: registry.contentType, body: await registry.metrics() }
    },
    onError: (error) => logger.error({ err: error }, 'request failed'),
  })
  const { url, port } = listener
  logger.info({ url }, 'dashboard is ready')
  return {
    name: 'dashboard',
    url,
    port,
    stop: async () => {
      await listener.close(config.SHUTDOWN_TIMEOUT_MS)
      await tracing.shutdown()
    },
  }
}
