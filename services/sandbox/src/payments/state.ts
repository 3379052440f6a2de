import { TrackedMap } from '../tracked-map.ts'
import {
  type Account,
  type CreditNote,
  type Customer,
  type Invoice,
  nowSeconds,
  type PaymentEvent,
  type Price,
  type Product,
  type Session,
  type Subscription,
  type TaxRate,
} from './objects.ts'
import { ProviderError } from './provider-error.ts'

/** The response under an idempotency key. */
export interface Answer {
  /** Seconds since 1970. */
  at: number
  fingerprint: string
  status: number
  body: string
}

export type Answers = Map<string, Answer>

const answersLastSeconds = 86_400

/** Stores a response under its key and forgets those older than a day, as the provider does. */
export function keepAnswer(answers: Answers, key: string, answer: Omit<Answer, 'at'>): void {
  const now = nowSeconds()
  for (const [old, { at }] of answers) {
    if (at > now - answersLastSeconds) break
    answers.delete(old)
  }
  answers.set(key, { ...answer, at: now })
}

/** Everything in one connected account. */
export interface AccountState {
  account: Account
  customers: Map<string, Customer>
  products: Map<string, Product>
  prices: Map<string, Price>
  taxRates: Map<string, TaxRate>
  invoices: Map<string, Invoice>
  creditNotes: Map<string, CreditNote>
  sessions: Map<string, Session>
  subscriptions: Map<string, Subscription>
  /** Oldest first. */
  events: Map<string, PaymentEvent>
  /** By idempotency key. */
  answers: Answers
  lastNumber: number
  returnUrl: string | null
}

export interface PaymentsState {
  accounts: Map<string, AccountState>
  /** By idempotency key, for calls without an account. */
  answers: Answers
}

export const emptyPayments = (): PaymentsState => ({
  accounts: new TrackedMap(),
  answers: new TrackedMap(),
})

export const emptyAccount = (account: Account): AccountState => ({
  account,
  customers: new TrackedMap(),
  products: new TrackedMap(),
  prices: new TrackedMap(),
  taxRates: new TrackedMap(),
  invoices: new TrackedMap(),
  creditNotes: new TrackedMap(),
  sessions: new TrackedMap(),
  subscriptions: new TrackedMap(),
  events: new TrackedMap(),
  answers: new TrackedMap(),
  lastNumber: 0,
  returnUrl: null,
})

/**
 * Returns the account in `Stripe-Account`. Throws as the provider does if the account is unknown.
 */
export function openAccount(state: PaymentsState, id: string | undefined): AccountState {
  if (id === undefined) {
    throw new ProviderError({
      code: 'account_missing',
      message: 'This stand-in only knows direct charges: send Stripe-Account',
    })
  }
  const found = state.accounts.get(id)
  if (found !== undefined) return found
  throw new ProviderError({
    status: 403,
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
  })
}
