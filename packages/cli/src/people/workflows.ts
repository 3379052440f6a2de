import { setTimeout as pause } from 'node:timers/promises'
import { createWorkflow, getRun, getWorkflow, listWorkflows, runWorkflow } from '@atrium/contracts'
import { AtriumError, type Client, isFinalRefusal } from '@atrium/sdk'
import { type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { oneLine } from '../shown-text.ts'
import { createListCommand } from './list-records.ts'
import { createGetCommand, createRecord, type Shown } from './one-record.ts'
import { minute, writeRecord } from './tables.ts'

/** `atrium workflows list`. */
export const listWorkflowsCommand = createListCommand(listWorkflows, () => ({ view: 'summary' }), {
  id: ({ id }) => id,
  active: (workflow) => (workflow.active ? 'yes' : 'no'),
  changed: ({ updatedAt }) => minute(updatedAt),
  name: (workflow) => workflow.name,
})

/** `atrium workflows get <id>`: prints the fields, or JSON that `workflows create` takes. */
export const getWorkflowCommand = createGetCommand(getWorkflow)

/** The fields that define a workflow. The platform sets the rest. */
const ownFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'graph',
  'active',
  'folder',
  'tags',
])
const answeredFields: ReadonlySet<string> = new Set([
  'id',
  'orgId',
  'ownerId',
  'createdAt',
  'updatedAt',
])

/**
 * `atrium workflows create [file]`: creates a workflow from JSON, for example from the output of
 * `workflows get --json`.
 */
export async function createWorkflowCommand(
  shown: Shown,
  io: CommandIo,
  file?: string,
): Promise<true> {
  const given = await readObject(io, file)
  const copied = Object.keys(given).some((name) => answeredFields.has(name))
  const body = copied
    ? Object.fromEntries(Object.entries(given).filter(([name]) => ownFields.has(name)))
    : given
  return createRecord(createWorkflow, shown, io, body)
}

type RunFlags = Shown & Flags<'input', 'follow'>

/**
 * `atrium workflows run <id>`: starts a run. With `--follow` waits until the run ends and returns
 * true if it completed.
 */
export async function runWorkflowCommand(
  { json, input, follow }: RunFlags,
  io: CommandIo,
  id: string,
): Promise<boolean> {
  const client = await signedInClient(io.env)
  const body = input === undefined ? {} : { body: { input: await readObject(io, input) } }
  const { runId, alreadyPending } = await client.call(
    runWorkflow,
    { params: { id }, ...body },
    untilStopped(io),
  )
  if (alreadyPending) io.error('A run of this workflow is already waiting. This is its id.')
  if (follow !== true) {
    if (json) writeRecord(io, true, { runId, alreadyPending })
    else io.write(runId)
    return true
  }
  try {
    return await followRun(client, io, { id, runId, json: json === true })
  } catch (error) {
    if (io.signal?.aborted) io.error(`${runId} continues. Watch it with atrium open ${id}.`)
    throw error
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'halted'])

const followPauseMs = (attempt: number): number => Math.min(30_000, 1_000 * 2 ** (attempt - 1))

/**
 * Prints a run's progress until the run ends. Returns true if it completed. Waits `pauseMs` and
 * reconnects if the stream ends early or the connection is lost. Throws an `AtriumError` if the
 * platform refuses.
 */
export async function followRun(
  client: Client,
  io: CommandIo,
  { id, runId, json }: { id: string; runId: string; json: boolean },
  pauseMs: (attempt: number) => number = followPauseMs,
): Promise<boolean> {
  io.error(`${runId}: queued`)
  const shown = new Set<string>()
  const params = { id, runId }
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const { event, data } of client.workflows.watch(id, runId, io.signal)) {
        const { name, status, message } = data as {
          name?: string
          status?: string
          message?: string | null
        }
        const line =
          event === 'run'
            ? `${runId}: ${status}`
            : `  ${oneLine(name)}: ${status}${message ? `, ${oneLine(message)}` : ''}`
        if (shown.has(line)) continue
        io.error(line)
        shown.add(line)
        attempt = 1
      }
    } catch (error) {
      requirePassing(error, io)
    }
    // The stream may end before the run does.
    const run = await client
      .call(getRun, { params }, untilStopped(io))
      .catch((error: unknown) => requirePassing(error, io))
    if (run === undefined || !ended.has(run.status)) {
      await pause(pauseMs(attempt), undefined, untilStopped(io))
      continue
    }
    if (json) writeRecord(io, true, run)
    else io.write(`${run.status}${run.error ? `: ${oneLine(run.error)}` : ''}`)
    return run.status === 'completed'
  }
}

/** Throws the error if a retry cannot help. */
function requirePassing(error: unknown, io: CommandIo): undefined {
  io.signal?.throwIfAborted()
  // `fetch` throws a TypeError when a stream breaks off.
  const isPassing =
    error instanceof AtriumError ? !isFinalRefusal(error) : error instanceof TypeError
  if (!isPassing) throw error
}
