import { setTimeout as sleep } from 'node:timers/promises'
import { createUndoStack } from '../start/undo-stack.ts'
import { checkTally, readDelays } from './check-tally.ts'
import type { Load } from './load.ts'
import type { NatsServers } from './nats-servers.ts'
import type { PostgresPair } from './postgres-pair.ts'
import type { Replicas } from './replicas.ts'
import { startCluster } from './start-cluster.ts'
import { type Fault, formatFaults, type Outcome, watchFault } from './watch-fault.ts'

interface Options {
  readonly say: (line: string) => void
  /** Causes only the faults whose name contains one of the words. All, if there are none. */
  readonly words: readonly string[]
  /** True to keep the logs of the services. */
  readonly keepsLogs: boolean
}

/** The seconds for which the link to a NATS server is cut. */
const cutSeconds = 10
const processLimit = 15
const natsLimit = 15
const databaseLimit = 30

/**
 * Starts the cluster, puts a load on it, causes one fault after the other and settles the tally.
 * Returns what went wrong, one line each.
 */
export async function playCluster({ say, words, keepsLogs }: Options): Promise<string[]> {
  const undo = createUndoStack(say)
  try {
    const { database, nats, replicas, load } = await startCluster(undo, { say, keepsLogs })
    const outcomes: Outcome[] = []
    const isChosen = ({ name }: Fault): boolean =>
      words.length === 0 || words.some((word) => name.includes(word))
    for (const fault of listFaults({ replicas, nats, database }).filter(isChosen))
      outcomes.push(await watchFault(load, fault, say))
    await load.finish()
    const wrong = await checkTally(load, database, say)
    for (const line of formatFaults(outcomes, await readDelays(load, database))) say(line)
    printErrors(load, say)
    return [...outcomes.flatMap(({ problems }) => problems), ...wrong]
  } finally {
    await undo.unwind()
  }
}

function listFaults({
  replicas,
  nats,
  database,
}: {
  replicas: Replicas
  nats: NatsServers
  database: PostgresPair
}): Fault[] {
  const killOne = (service: string): Fault => ({
    name: `${service} killed`,
    limitSeconds: processLimit,
    cause: () => replicas.kill(service),
    repair: () => replicas.revive(service),
  })
  const killLeader = (stream: string): Fault => ({
    name: `NATS leader of ${stream} killed`,
    limitSeconds: natsLimit,
    cause: async () => void (await nats.killLeader(stream)),
    repair: nats.revive,
  })
  return [
    killOne('gateway'),
    killOne('workflow'),
    killOne('board'),
    killLeader('EVENTS'),
    killLeader('JOBS'),
    {
      name: `NATS link cut for ${cutSeconds} s`,
      limitSeconds: cutSeconds + natsLimit,
      async cause() {
        nats.cut()
        await sleep(cutSeconds * 1_000)
        nats.mend()
      },
    },
    {
      name: 'PostgreSQL killed, standby promoted',
      limitSeconds: databaseLimit,
      async cause() {
        await database.kill()
        await database.promote()
      },
    },
  ]
}

function printErrors({ errors }: Load, say: (line: string) => void): void {
  if (errors.size > 0) say('\nFailures by reason:')
  for (const [reason, count] of [...errors].toSorted(([, a], [, b]) => b - a))
    say(`  ${count} × ${reason}`)
}
