import type { TranscriptLimit } from '@atrium/contracts'
import { Counter, Gauge } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'

export type ForcedEnd = 'unheeded' | 'member_left'

export const counters =
  ({ bus }: Pick<Deps, 'bus'>) =>
  <L extends string = never>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers: [bus.metrics.registry] })

export function agentRunMetrics(deps: Pick<Deps, 'bus'>, waiting: () => number) {
  const counter = counters(deps)
  const ended = counter(
    'atrium_agent_runs_finished_total',
    'Runs that agents ended, by their end',
    'status',
  )
  const forced = counter(
    'atrium_agent_runs_ended_by_force_total',
    'Runs that the platform cancelled: their agent did not stop, or their person left the organisation',
    'reason',
  )
  const refused = counter(
    'atrium_agent_transcript_refusals_total',
    'Calls of agents whose entries were not kept, by the limit that they reached',
    'limit',
  )
  new Gauge({
    name: 'atrium_agents_waiting',
    help: 'Agents that wait for a run at this process',
    registers: [deps.bus.metrics.registry],
    collect() {
      this.set(waiting())
    },
  })
  return {
    ended: (status: string): void => ended.inc({ status }),
    forced: (reason: ForcedEnd) => (runs: number) => forced.inc({ reason }, runs),
    refused: (limit: TranscriptLimit): void => refused.inc({ limit }),
  }
}
