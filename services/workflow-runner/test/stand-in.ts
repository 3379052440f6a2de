import { type Bus, connectBus, ensureStreams, type RpcHandler, serveRpc } from '@atrium/messaging'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { pino } from 'pino'

/** Starts another service on the harness's bus. It handles only the given calls. */
export async function startStandIn(
  env: Readonly<Record<string, string>>,
  service: string,
  handlers: readonly RpcHandler[],
): Promise<{ bus: Bus; stop(): Promise<void> }> {
  const bus = await connectBus({
    url: env['NATS_URL'] ?? '',
    service,
    namespace: env['NATS_NAMESPACE'],
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(service),
    tracing: await createTracing(service, undefined),
  })
  await ensureStreams(bus)
  const stop = await serveRpc(bus, '0.1.0', [...handlers])
  return {
    bus,
    async stop() {
      await stop()
      await bus.drain()
    },
  }
}
