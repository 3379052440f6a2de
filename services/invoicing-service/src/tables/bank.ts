import type { ChangeAuthor, StatementFormat, StatementMapping } from '@atrium/contracts'
import type { Cents, Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'

export interface BankStatements {
  id: string
  org_id: string
  format: StatementFormat
  /** Differs between files of one format if they describe a booking differently. */
  layout: string | null
  file_name: string
  iban: string | null
  from_on: string | null
  to_on: string | null
  transactions: number
  matched: number
  duplicates: number
  author: Json<ChangeAuthor>
  created_at: Created
}

export interface BankTransactions {
  id: string
  org_id: string
  statement_id: string
  /** Equal for the same booking in every file. Unique in the organisation. */
  known_by: string
  /** The organisation's own account. */
  account: string | null
  booked_on: string
  /** Negative if money went out. */
  amount_cents: Cents
  currency: string
  counterparty: string | null
  /** The account of the payer or recipient. */
  iban: string | null
  reference: string | null
  status: Generated<'unmatched' | 'matched' | 'ignored'>
  matched_by: 'platform' | 'user' | null
  /** While an invoice is closed at the processor, nobody else may match the transaction. */
  matching_until: Date | null
  /** The transaction from a statement in another layout that may be the same booking. */
  duplicate_of: string | null
  created_at: Created
}

/** The keys of transactions in files of other layouts than the first. */
export interface BankTransactionKeys {
  org_id: string
  known_by: string
  transaction_id: string
  format: StatementFormat
  layout: string | null
}

/** The columns of CSV files by their headings. */
export interface BankMappings {
  org_id: string
  headings: string
  mapping: Json<StatementMapping>
  updated_at: Created
}
