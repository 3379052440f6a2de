import {
  type DormantIntegration,
  type ServiceState,
  serviceFacts,
  storingServices,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { OverviewDeps } from './ask-services.ts'

/**
 * Returns each service's state in the deployment: missing configuration and waiting work. Never
 * throws.
 */
export async function serviceStates(
  { bus, config }: OverviewDeps,
  own: readonly DormantIntegration[],
) {
  const deployed = storingServices.filter((service) => config.upstreams.has(service))
  const others = await Promise.all(
    deployed.map(async (service): Promise<ServiceState> => {
      try {
        return { service, up: true, ...(await callRpc(bus, serviceFacts[service], {})) }
      } catch (error) {
        bus.logger.warn({ err: error, service }, '[operator] a service does not answer')
        return { service, up: false, dormant: [], outbox: null, deadLetters: null }
      }
    }),
  )
  return [
    { service: 'gateway', up: true, dormant: [...own], outbox: null, deadLetters: null },
    ...others,
  ]
}
