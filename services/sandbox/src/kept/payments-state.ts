import {
  type AccountState,
  type Answer,
  emptyAccount,
  type PaymentsState,
} from '../payments/state.ts'
import { TrackedMap } from '../tracked-map.ts'
import { type Change, openJournal } from './journal.ts'

// Each entry in these account maps has its own path. The rest shares one path.
const maps = [
  'customers',
  'products',
  'prices',
  'taxRates',
  'invoices',
  'creditNotes',
  'sessions',
  'subscriptions',
  'events',
  'answers',
] as const

type Rest = Pick<AccountState, 'account' | 'lastNumber' | 'returnUrl'>

/** Restores the processor's state from the file. Returns a function that writes later changes. */
export function keepPayments(file: string, state: PaymentsState): () => void {
  const journal = openJournal(file)
  for (const [place, value] of journal.found) putBack(state, place, value)
  const written = new Map<string, string>()
  takeChanges(state, written)
  return () => journal.append(takeChanges(state, written))
}

/**
 * `[account]` is an account. It comes before its `[account, map, key]`. `['', 'answers', key]` has
 * no account.
 */
function putBack(
  state: PaymentsState,
  [id = '', map, key]: readonly string[],
  value: unknown,
): void {
  if (key === undefined) {
    const rest = value as Rest
    state.accounts.set(id, Object.assign(emptyAccount(rest.account), rest))
  } else if (id === '') {
    state.answers.set(key, value as Answer)
  } else {
    const name = maps.find((known) => known === map)
    const account = state.accounts.get(id)
    if (name !== undefined && account !== undefined)
      (account[name] as Map<string, unknown>).set(key, value)
  }
}

/** Returns the changes. Each account is compared with its last written state in `written`. */
function takeChanges(state: PaymentsState, written: Map<string, string>): Change[] {
  const gone = [...written.keys()].filter((id) => !state.accounts.has(id))
  for (const id of gone) written.delete(id)
  return [
    ...gone.map((id): Change => [[id], undefined]),
    ...touchedIn(state.answers, ['', 'answers']),
    ...[...state.accounts].flatMap(([id, account]) => [
      ...ownChange(id, account, written),
      ...maps.flatMap((name) => touchedIn(account[name], [id, name])),
    ]),
  ]
}

function ownChange(
  id: string,
  { account, lastNumber, returnUrl }: AccountState,
  written: Map<string, string>,
): Change[] {
  const rest: Rest = { account, lastNumber, returnUrl }
  const text = JSON.stringify(rest)
  if (written.get(id) === text) return []
  written.set(id, text)
  return [[[id], rest]]
}

function touchedIn(map: Map<string, unknown>, place: readonly string[]): Change[] {
  if (!(map instanceof TrackedMap)) return []
  return map.takeTouched().map(([key, value]): Change => [[...place, key], value])
}
