import { AppendTimeline, GenerateInvoices, GetCards, SearchCards, UpdateCard } from '@atrium/contracts'
import { type Bus, callRpc, serviceAnswers } from '@atrium/messaging'
import type { NodePorts } from './ports.ts'

/** Ports over the bus; none is open until the service behind it was seen answering. */
export function connectPorts(bus: Bus): { ports: NodePorts; probe(): Promise<void> } {
  const ports: NodePorts = { board: null, generateInvoices: null }
  return {
    ports,
    // Once seen, a node stays registered: a service that restarts must not make graphs invalid meanwhile.
    async probe() {
      if (ports.board === null && (await serviceAnswers(bus, 'board'))) {
        ports.board = {
          searchCards: (input) => callRpc(bus, SearchCards, input),
          getCards: (input) => callRpc(bus, GetCards, input),
          updateCard: (input) => callRpc(bus, UpdateCard, input),
          appendTimeline: (input) => callRpc(bus, AppendTimeline, input),
        }
      }
      if (ports.generateInvoices === null && (await serviceAnswers(bus, 'invoicing'))) {
        ports.generateInvoices = (input) => callRpc(bus, GenerateInvoices, input)
      }
    },
  }
}
