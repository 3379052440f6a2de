import { type Principal, ResolvePrincipals } from '@atrium/contracts'
import { connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'

/** Stands in for identity until it is stopped. Resolves every credential to this principal. */
export async function answerForIdentity(
  natsUrl: string,
  principal: Principal,
): Promise<{ stop(): Promise<void> }> {
  const bus = await connectBus({
    url: natsUrl,
    service: 'identity',
    logger: createLogger('bench', 'silent', []),
    metrics: createMetrics('bench'),
    tracing: propagateOnly,
  })
  const resolved = { outcome: 'authenticated' as const, principal }
  await serveRpc(bus, '1.0.0', [
    rpcHandler(ResolvePrincipals, async ({ credentials }) => ({
      resolved: credentials.map(() => resolved),
    })),
  ])
  return { stop: () => bus.drain() }
}
