import {
  type Approval,
  ApprovalChanged,
  type AskedApproval,
  approvalErrors,
  type DecideApproval,
  DocumentLanguage,
  FindOrg,
  OrgSettingsOf,
  RoleOf,
} from '@atrium/contracts'
import { audit, emit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { matchesHash } from '../hooks/hook-secret.ts'
import { approvalView, askedView, findStatus, type ListedRow } from './approval.ts'
import { findById, lockApproval, saveOutcome } from './approvals.db.ts'

type DecideDeps = Pick<Deps, 'db' | 'bus' | 'logger' | 'now'> & {
  decided(decision: DecideApproval['decision']): void
}
type Wish = Pick<DecideApproval, 'decision' | 'note'>

/** Decides a locked question for its member. Throws `already_decided`. */
async function decide(
  { now }: Pick<Deps, 'now'>,
  tx: Transaction,
  row: ListedRow,
  { decision, note }: Wish,
): Promise<ListedRow> {
  const { org_id, asked_id: userId } = row
  const at = now()
  if (findStatus(row, at) !== 'pending') throw approvalErrors.already_decided()
  const outcome = decision === 'approve' ? 'approved' : 'declined'
  const text = note === undefined || note === '' ? null : note
  const saved = await saveOutcome(tx, row, { outcome, note: text, decided_at: at })
  await audit(tx, org_id, {
    action: 'approval.decided',
    target: { type: 'approval', id: row.id, name: row.message },
    detail: { decision, workflowId: row.workflow_id, runId: row.run_id },
    author: { type: 'user', id: userId, userId },
  })
  await emit(tx, ApprovalChanged, org_id, {
    approvalId: row.id,
    status: outcome,
    ownerId: userId,
  })
  return { ...saved, workflow_name: row.workflow_name }
}

const report = ({ logger, decided }: DecideDeps, row: ListedRow, { decision }: Wish): void => {
  decided(decision)
  logger.info(
    { approvalId: row.id, org: row.org_id, runId: row.run_id, decision },
    'an approval was decided',
  )
}

/**
 * Decides a question for the caller. The run continues shortly after. Throws `not_found`,
 * `forbidden` if the question is for a colleague, and `already_decided`.
 */
export async function decideApproval(
  deps: DecideDeps,
  { principal, tx }: Ctx,
  { id, ...wish }: Wish & { id: string },
): Promise<Approval> {
  const { orgId, userId } = principal
  const row = await inTransaction(deps.db, tx, async (tx) => {
    const row = await lockApproval(tx, orgId, id)
    if (row.asked_id !== userId) throw approvalErrors.forbidden()
    return decide(deps, tx, row, wish)
  })
  report(deps, row, wish)
  return approvalView(row, { now: deps.now(), userId })
}

/**
 * Finds a question by id and token. Throws `not_found` if the token is wrong, or if the member has
 * left the organisation.
 */
async function findAsked({ db, bus }: DecideDeps, id: string, token: string): Promise<ListedRow> {
  const row = await findById(db, id)
  const isKnown = matchesHash(token, row?.token_hash)
  if (row === undefined || !isKnown) throw approvalErrors.not_found()
  const { role } = await callRpc(bus, RoleOf, { orgId: row.org_id, userId: row.asked_id })
  if (role === null) throw approvalErrors.not_found()
  return row
}

/** Returns an organisation as its public pages show it. Throws `not_found`, `unavailable`. */
async function readOrganisation(
  { bus }: Pick<Deps, 'bus'>,
  orgId: string,
): Promise<AskedApproval['organisation']> {
  const [{ org }, { settings }] = await Promise.all([
    callRpc(bus, FindOrg, { slugOrId: orgId }),
    callRpc(bus, OrgSettingsOf, { orgId }),
  ])
  if (org === null) throw approvalErrors.not_found()
  const { publicName, locale, logoUrl, brandColor, imprint, privacyUrl } = settings
  return {
    name: publicName ?? org.name,
    language: DocumentLanguage.catch('en').parse(new Intl.Locale(locale).language),
    logoUrl,
    brandColor,
    imprint,
    privacyUrl,
  }
}

/** Decides a question with the token from the mail. Throws `not_found`, `already_decided`. */
export async function decideAskedApproval(
  deps: DecideDeps,
  { tx }: Pick<Ctx, 'tx'>,
  { id, token, ...wish }: Wish & { id: string; token: string },
): Promise<AskedApproval> {
  const { org_id } = await findAsked(deps, id, token)
  const organisation = await readOrganisation(deps, org_id)
  const row = await inTransaction(deps.db, tx, async (tx) =>
    decide(deps, tx, await lockApproval(tx, org_id, id), wish),
  )
  report(deps, row, wish)
  return askedView(row, deps.now(), organisation)
}

/**
 * Returns an open question for the page behind the mail's link. Throws `not_found`, and
 * `already_decided` because the token ends with the decision.
 */
export async function readAskedApproval(
  deps: DecideDeps,
  _ctx: unknown,
  { id, token }: { id: string; token: string },
): Promise<AskedApproval> {
  const { org_id } = await findAsked(deps, id, token)
  const row = await inTransaction(deps.db, undefined, (tx) => lockApproval(tx, org_id, id))
  const now = deps.now()
  if (findStatus(row, now) !== 'pending') throw approvalErrors.already_decided()
  return askedView(row, now, await readOrganisation(deps, org_id))
}
