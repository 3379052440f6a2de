import { commonErrors, hookErrors, type WorkflowItem } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { isRecord } from '../engine/index.ts'
import { mayIssueMoney } from '../nodes/money-rights.ts'
import { type HookSignature, WebhookParams } from '../nodes/triggers/trigger-webhook.ts'
import { acceptRun } from '../runs/accept-run.ts'
import type { RunEnds } from '../runs/run-ends.ts'
import type { RunStarts } from '../runs/run-starts.ts'
import { takeCall } from './hook-calls.db.ts'
import { matchesHash } from './hook-secret.ts'
import { type CalledHook, findCalledHook, findEnd } from './hooks.db.ts'
import { type ReceivedCall, readItem } from './read-call.ts'
import { createRefusedCalls } from './refused-calls.ts'
import { openSignatureSecret } from './signature-secrets.ts'
import { canBeSigned, verifySignature } from './verify-signature.ts'

const longestWaitMs = 25_000
const longestChallenge = 1_000
/** The limit of waiting calls in this process. Further calls get their response at once. */
const mostWaiting = 100

export interface HookFired {
  runId: string
  result?: { items: WorkflowItem[]; truncated: boolean }
}

/** The address as it was called. */
interface Address {
  id: string
  secret: string
}

const chosenParams = ({ triggers }: CalledHook) =>
  triggers.flatMap((params) => WebhookParams.safeParse(params ?? {}).data ?? [])

async function findHook(db: Deps['db'], { id, secret }: Address): Promise<CalledHook> {
  const hook = await findCalledHook(db, id)
  if (!matchesHash(secret, hook?.secretHash) || hook === undefined) throw hookErrors.not_found()
  return hook
}

/** Throws `rate_limited` (429) with the seconds to wait. */
async function countCall({ db, now, config }: HookDeps, orgId: string): Promise<void> {
  const seconds = await takeCall(db, orgId, { now: now(), most: config.hookCallsPerMinute })
  if (seconds > 0) throw commonErrors.rate_limited({ details: { retryAfterSeconds: seconds } })
}

/**
 * Responds when a sender checks the address: with the query parameter named by a trigger, or a
 * fixed text. Works before the workflow is active, because senders check when a user enters the
 * address.
 */
export async function answerCheck(
  deps: HookDeps,
  address: Address,
  query: URLSearchParams,
): Promise<string> {
  const hook = await findHook(deps.db, address)
  await countCall(deps, hook.orgId)
  if (hook.triggers.length === 0) throw hookErrors.hook_inactive()
  const values = chosenParams(hook).map(({ challenge }) =>
    challenge === undefined ? null : query.get(challenge),
  )
  return values.find((value) => value !== null)?.slice(0, longestChallenge) ?? 'OK'
}

export interface ReceivedHeaders {
  headers: Headers
  read(): Promise<ReceivedCall>
  /** The client's network, as stated by the gateway. */
  network: string | undefined
}

/** Throws `run_failed`. */
function toFired(runId: string, end: Awaited<ReturnType<typeof findEnd>>): HookFired {
  if (end === undefined) return { runId }
  // The sender is no member and does not see the reason. Members find it in the run view.
  if (end.status !== 'completed') throw hookErrors.run_failed()
  const { items = [], truncated = false } = end.result ?? {}
  return { runId, result: { items, truncated } }
}

type HookDeps = Pick<
  Deps,
  'db' | 'logger' | 'registry' | 'planOf' | 'now' | 'newId' | 'config' | 'secrets'
>

export function createHookFiring(deps: HookDeps & { starts: RunStarts }, runEnds: RunEnds) {
  const { db, logger, registry } = deps
  const refused = createRefusedCalls(deps.now)

  // If the workflow issues money, a member's address does not start it, because the member's Run
  // button may not either.
  const mayStart = async (
    { types, orgId, createdBy }: CalledHook,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (!types.some(registry.issuesMoney)) return true
    if (createdBy === null) return false
    const { role } = await registry.ports.roleOf({ orgId, userId: createdBy }, signal)
    return mayIssueMoney(role)
  }

  /**
   * Reads a call if it has the signature every trigger requires. Reads the body only if the headers
   * can belong to a signed call. Throws `invalid_credentials` (401), and `rate_limited` (429) if
   * the sender was refused too often.
   */
  const readSigned = async (hook: CalledHook, received: ReceivedHeaders): Promise<ReceivedCall> => {
    // An active graph may be saved with invalid parameters. If a signature cannot be parsed, every
    // call is refused.
    const asked = hook.triggers.filter(
      (params) => isRecord(params) && params['signature'] !== undefined,
    )
    const signatures = chosenParams(hook).flatMap(({ signature }) => signature ?? [])
    const { headers, read, network = '' } = received
    const key = `${hook.workflowId} ${network}`
    if (signatures.length < asked.length) throw refused.refuse(key)
    const opened: { signature: HookSignature; secret: string }[] = []
    for (const signature of signatures) {
      const secret = await openSignatureSecret(deps, hook.orgId, signature.secret)
      if (secret === undefined || !canBeSigned(signature, secret, headers, deps.now()))
        throw refused.refuse(key)
      opened.push({ signature, secret })
    }
    if (opened.length === 0) return read()
    return refused.verify(key, async () => {
      const call = await read()
      const signed = { headers, bytes: call.bytes }
      const isSigned = opened.every(({ signature, secret }) =>
        verifySignature(signature, secret, signed, call.now),
      )
      return isSigned ? call : undefined
    })
  }

  /**
   * Starts the workflow of an address. Reads the body only if the secret is right. Waits for the
   * run if the trigger says so.
   */
  return async (
    address: Address,
    received: ReceivedHeaders,
    signal: AbortSignal,
  ): Promise<HookFired> => {
    const hook = await findHook(db, address)
    const { orgId, workflowId, ownerId, active, triggers } = hook
    if (!active || triggers.length === 0 || !(await mayStart(hook, signal)))
      throw hookErrors.hook_inactive()
    const call = await readSigned(hook, received)
    await countCall(deps, orgId)
    const params = chosenParams(hook)
    const keepRaw = params.some((each) => each.keepRaw)
    const item = await readItem(call, keepRaw, (file) =>
      registry.ports.itemFiles.store({ orgId }, file, signal),
    )
    const waits = params.some(({ respond }) => respond === 'last_output')
    const runId = deps.newId('run')
    const watch = waits && runEnds.size() < mostWaiting ? runEnds.watch(runId) : undefined
    if (waits && watch === undefined)
      logger.warn({ workflowId }, '[hooks] too many calls wait for their runs')
    try {
      await acceptRun(deps, {
        id: runId,
        workflowId,
        orgId,
        ownerId,
        trigger: 'event',
        seeds: { nodes: null, type: 'trigger.webhook', item },
        keepsResult: waits,
      })
      if (watch === undefined) return { runId }
      const end = await watch.ended(longestWaitMs, signal)
      if (signal.aborted) return { runId }
      return toFired(runId, end ?? (await findEnd(db, orgId, runId)))
    } finally {
      watch?.end()
    }
  }
}
