import type { Bus } from '../bus.ts'

/** The name under which a service of this platform is discovered through the NATS services framework. */
export const discoveredAs = (bus: Pick<Bus, 'namespace'>, service: string): string =>
  [bus.namespace, `atrium-${service}`].filter((part) => part !== '').join('_')

/** Whether any replica of a service answers on this platform's bus right now; waits at most half a second. */
export const serviceAnswers = (bus: Bus, service: string): Promise<boolean> =>
  bus.nc.request(`$SRV.PING.${discoveredAs(bus, service)}`, '', { timeout: 500 }).then(
    () => true,
    () => false,
  )
