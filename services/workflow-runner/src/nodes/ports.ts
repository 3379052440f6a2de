import type {
  AppendTimeline,
  GenerateInvoices,
  GetCards,
  RpcDefinition,
  SearchCards,
  UpdateCard,
} from '@atrium/contracts'
import type { z } from 'zod'

type Port<R extends RpcDefinition> = (input: z.input<R['input']>) => Promise<z.output<R['output']>>

/** What the board offers to nodes. */
export interface BoardPort {
  searchCards: Port<typeof SearchCards>
  getCards: Port<typeof GetCards>
  updateCard: Port<typeof UpdateCard>
  appendTimeline: Port<typeof AppendTimeline>
}

/** Everything that nodes may reach. A port is null while nobody answers behind it. */
export interface NodePorts {
  board: BoardPort | null
  generateInvoices: Port<typeof GenerateInvoices> | null
}
