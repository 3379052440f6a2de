import { type TranscriptLimit, transcriptLimits } from '@atrium/contracts'
import { Gauge, openCounter } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'

export type ForcedEnd = 'unheeded' | 'member_left'

export function agentRunMetrics({ bus: { metrics } }: Pick<Deps, 'bus'>, waiting: () => number) {
  const ended = openCounter(metrics, {
    name: 'atrium_agent_runs_finished_total',
    help: 'Runs that agents ended, by their end',
    labels: { status: ['succeeded', 'failed', 'cancelled'] },
  })
  const forced = openCounter(metrics, {
    name: 'atrium_agent_runs_ended_by_force_total',
    help: 'Runs that the platform cancelled: their agent did not stop, or their person left the organisation',
    labels: { reason: ['unheeded', 'member_left'] satisfies ForcedEnd[] },
  })
  const refused = openCounter(metrics, {
    name: 'atrium_agent_transcript_refusals_total',
    help: 'Calls of agents whose entries were not kept, by the limit that they reached',
    labels: { limit: transcriptLimits },
  })
  new Gauge({
    name: 'atrium_agents_waiting',
    help: 'Agents that wait for a run at this process',
    registers: [metrics.registry],
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
