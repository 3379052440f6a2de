import type { TranscriptLimit } from '@atrium/contracts'
import { Counter, Gauge } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'
import type { SumsOutcome } from './check-transcript-sums.ts'

export type ForcedEnd = 'unheeded' | 'member_left'

export function agentRunMetrics({ bus }: Pick<Deps, 'bus'>, waiting: () => number) {
  const registers = [bus.metrics.registry]
  const ended = new Counter({
    name: 'atrium_agent_runs_finished_total',
    help: 'Runs that agents ended, by their end',
    labelNames: ['status'],
    registers,
  })
  const forced = new Counter({
    name: 'atrium_agent_runs_ended_by_force_total',
    help: 'Runs that the platform cancelled: their agent did not stop, or their person left the organisation',
    labelNames: ['reason'],
    registers,
  })
  const refused = new Counter({
    name: 'atrium_agent_transcript_refusals_total',
    help: 'Calls of agents whose entries were not kept, by the limit that they reached',
    labelNames: ['limit'],
    registers,
  })
  const checked = new Counter({
    name: 'atrium_agent_transcript_sums_checked_total',
    help: 'Organisations whose kept sums of transcripts were compared with their runs',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'atrium_agents_waiting',
    help: 'Agents that wait for a run at this process',
    registers,
    collect() {
      this.set(waiting())
    },
  })
  return {
    ended: (status: string): void => ended.inc({ status }),
    forced: (reason: ForcedEnd) => (runs: number) => forced.inc({ reason }, runs),
    refused: (limit: TranscriptLimit): void => refused.inc({ limit }),
    checkedSums: (outcome: SumsOutcome): void => checked.inc({ outcome }),
  }
}
