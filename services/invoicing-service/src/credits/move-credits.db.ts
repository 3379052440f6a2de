import { sql } from 'kysely'
import type { NewRow, Row, Transaction } from '../database.ts'
import { wholeOrg } from './limits.db.ts'

type Account = Row<'credit_accounts'>
type Month = Pick<Row<'credit_months'>, 'workflow_id' | 'used' | 'held'>

/** Changes to a user's account, to the calling month's spend, and to the ledger. */
export interface CreditMove {
  userId: string
  credits: number
  reserved: number
  month?: { orgId: string; month: string; workflowId: string | null }
  /** The ledger entry, set if the balance changes. */
  entry?: Omit<NewRow<'credit_transactions'>, 'user_id' | 'credits' | 'sequence' | 'balance'>
}

/**
 * Applies a change in one statement, because calls of one user wait for each other from here until
 * the commit. Locks the account before the months. Returns undefined if the free part of the
 * balance is too small.
 */
export async function moveCredits(
  tx: Transaction,
  { userId, credits, reserved, month, entry }: CreditMove,
) {
  const places =
    month === undefined ? [] : month.workflowId === null ? [wholeOrg] : [wholeOrg, month.workflowId]
  const used = -credits
  const { rows } = await sql<Account & { [K in keyof Month]: Month[K] | null }>`
    with account as (
      update credit_accounts set balance = balance + ${credits}::bigint, reserved = reserved + ${reserved}::bigint,
        entries = entries + ${entry === undefined ? 0 : 1}::bigint
      where user_id = ${userId} and balance + ${credits}::bigint >= reserved + ${reserved}::bigint
      returning *
    ), months as (
      insert into credit_months as m (org_id, month, workflow_id, used, held)
      select ${month?.orgId ?? null}, ${month?.month ?? null}, place,
        greatest(0, ${used}::bigint), greatest(0, ${reserved}::bigint)
      from account, unnest(${places}::text[]) as place
      on conflict (org_id, month, workflow_id) do update
        set used = m.used + ${used}::bigint, held = m.held + ${reserved}::bigint
      returning workflow_id, used, held
    ), entries as (
      insert into credit_transactions (id, user_id, kind, credits, description, reference, reservation_id,
        payments_session_id, sequence, balance)
      select ${entry?.id ?? null}, user_id, ${entry?.kind ?? null}, ${credits}::bigint, ${entry?.description ?? null},
        ${entry?.reference ?? null}, ${entry?.reservation_id ?? null}, ${entry?.payments_session_id ?? null},
        entries, balance
      from account where ${entry !== undefined}::boolean
    )
    select a.*, m.workflow_id, m.used, m.held from account a left join months m on true`.execute(tx)
  const [first] = rows
  if (first === undefined) return undefined
  return {
    account: {
      user_id: userId,
      balance: first.balance,
      reserved: first.reserved,
      entries: first.entries,
    },
    months: rows.flatMap(({ workflow_id, used: sum, held }) =>
      workflow_id === null || sum === null || held === null
        ? []
        : [{ workflow_id, used: sum, held }],
    ),
  }
}
