import { AppendTimeline, GenerateInvoices, GetCards, SearchCards, UpdateCard } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { NodePorts } from './ports.ts'

/** Ports over the bus; none is open until the service behind it was seen answering. */
export function connectPorts(bus: Bus): { ports: NodePorts; probe(): Promise<void> } {
  const ports: NodePorts = { board: null, generateInvoices: null }
  const answers = async (service: string): Promise<boolean> => {
    const found = await bus.nc
      .request(`$SRV.PING.atrium-${service}`, '', { timeout: 500 })
      .then(() => true)
      .catch(() => false)
    return found
  }
  return {
    ports,
    // Once seen, a node stays registered: a service that restarts must not make graphs invalid meanwhile.
    async probe() {
      if (ports.board === null && (await answers('board'))) {
        ports.board = {
          searchCards: (input) => callRpc(bus, SearchCards, input),
          getCards: (input) => callRpc(bus, GetCards, input),
          updateCard: (input) => callRpc(bus, UpdateCard, input),
          appendTimeline: (input) => callRpc(bus, AppendTimeline, input),
        }
      }
      if (ports.generateInvoices === null && (await answers('invoicing'))) {
        ports.generateInvoices = (input) => callRpc(bus, GenerateInvoices, input)
      }
    },
  }
}
