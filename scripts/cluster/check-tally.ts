import { setTimeout as sleep } from 'node:timers/promises'
import { isSame } from '../containers/use-platform.ts'
import type { Load } from './load.ts'
import type { PostgresPair } from './postgres-pair.ts'
import { type Account, type Balance, balance, isBalanced } from './tally.ts'

const quietWithinMs = 60_000

/** Waits until the platform has worked off everything, and compares it with what clients know. */
export async function checkTally(
  load: Load,
  database: PostgresPair,
  say: (line: string) => void,
): Promise<string[]> {
  const open = await waitForQuiet(load, database)
  const balances = (await listAccounts(load, database)).map(balance)
  say('\n| tally | acknowledged | lost | doubled | not acknowledged, but done |')
  say('| --- | --- | --- | --- | --- |')
  for (const row of balances) say(formatBalance(row))
  const { streams } = load
  const [resyncs, refusals] = [
    streams.reduce((sum, stream) => sum + stream.resyncs, 0),
    streams.reduce((sum, stream) => sum + stream.refusals, 0),
  ]
  say(`\nThe live streams told ${resyncs} times that events were missing.`)
  return [
    ...(open > 0 ? [`${open} runs or events are still open`] : []),
    ...(refusals > 0 ? [`a live stream was refused ${refusals} times`] : []),
    // A client that is told that events are missing loads its data again.
    ...balances
      .filter((row) => !isBalanced(row) && !(row.name === liveEvents && resyncs > 0))
      .map(
        ({ name, lost, doubled }) =>
          `${name}: lost ${lost.slice(0, 5).join(', ') || 'nothing'}, doubled ${doubled.slice(0, 5).join(', ') || 'nothing'}`,
      ),
  ]
}

const liveEvents = 'live events, 3 streams'

const formatBalance = ({ name, acknowledged, lost, doubled, unknownFound }: Balance): string =>
  `| ${[name, acknowledged, lost.length, doubled.length, unknownFound].join(' | ')} |`

/** Returns the number of unfinished runs and unhandled events, 0 if all is done in time. */
async function waitForQuiet(
  { cardIds, followingId }: Load,
  database: PostgresPair,
): Promise<number> {
  const deadline = performance.now() + quietWithinMs
  for (;;) {
    const [row] = await database.query<{ open: number; followed: number }>(
      `select ((select count(*) from workflow.runs where status in ('queued', 'running', 'parked'))
        + (select count(*) from workflow.outbox) + (select count(*) from board.outbox))::int as open,
        (select count(*) from workflow.runs where workflow_id = '${followingId}')::int as followed`,
    )
    const { open = 0, followed = 0 } = row ?? {}
    const left = open + Math.max(0, cardIds.size - followed)
    if (left === 0 || performance.now() > deadline) return left
    await sleep(1_000)
  }
}

async function listAccounts(load: Load, database: PostgresPair): Promise<Account[]> {
  const count = async (statement: string): Promise<ReadonlyMap<string, number>> => {
    const rows = await database.query<{ id: string; n: number }>(statement)
    return new Map(rows.map(({ id, n }) => [id, n]))
  }
  const titles = await count('select title as id, count(*)::int as n from board.tasks group by 1')
  const followed = await count(
    `select seeds -> 'item' -> 'json' ->> 'taskId' as id, count(*)::int as n from workflow.runs
    where workflow_id = '${load.followingId}' group by 1`,
  )
  const cardIds = [...load.cardIds.values()]
  const live = load.streams.flatMap(({ seen }, at) =>
    cardIds.map((id) => [`${at} ${id}`, seen.get(id) ?? 0] as const),
  )
  return [
    { name: 'cards', ...load.cards, found: titles },
    { name: 'runs of the webhook, by the card they create', ...load.runs, found: titles },
    { name: 'runs for the event of a card', acknowledged: cardIds, unknown: [], found: followed },
    { name: 'files, read back', ...load.files, found: await countFiles(load) },
    { name: liveEvents, acknowledged: live.map(([id]) => id), unknown: [], found: new Map(live) },
  ]
}

/** Counts a file as found if it has all its bytes. */
async function countFiles({ client, files, image }: Load): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const key of files.acknowledged) {
    const isWhole = await client.assets.read(key).then(
      (response) => isSame(response, image),
      () => false,
    )
    if (isWhole) found.set(key, 1)
  }
  return found
}

/** A run that was started by the event of a card, and how long after the card. */
export interface Delay {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly seconds: number
}

/** Returns how long after each card its run was created. */
export const readDelays = ({ followingId }: Load, database: PostgresPair): Promise<Delay[]> =>
  database.query<Delay>(
    `select extract(epoch from t.created_at)::float8 * 1000 as at,
      extract(epoch from r.created_at - t.created_at)::float8 as seconds
    from workflow.runs r join board.tasks t on t.id = r.seeds -> 'item' -> 'json' ->> 'taskId'
    where r.workflow_id = '${followingId}'`,
  )
