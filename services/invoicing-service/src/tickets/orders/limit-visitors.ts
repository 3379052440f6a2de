import { rateLimitsOn } from '@atrium/config'
import { commonErrors, happeningErrors, mostTicketsOfAddress } from '@atrium/contracts'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import {
  countOfClient,
  forgetClients,
  lockAddress,
  lockClient,
  mailedBefore,
} from '../visitor-mails.db.ts'
import { countTicketsOfAddress, hasOrderedSince } from './pending-orders.db.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Limit per address in 24 hours, for unconfirmed orders and waiting-list entries. */
const mostOfAddress = 120

/**
 * Limits of one network at an organisation in an hour. Orders beyond `direct` need confirmation,
 * because one visitor can make up addresses. They are not refused, because a school or an office
 * shares a network.
 */
const mostOfClient = { direct: 10, requests: 60, held: 30 } as const

type Limiting = Pick<Deps, 'now' | 'config'>

interface Visitor {
  orgId: string
  happeningId: string
  email: string
  /** Undefined if the request did not come through the gateway. */
  client: string | undefined
}

/**
 * Limits what one visitor takes, by address and by network, so nobody uses up the seats of others.
 * A visitor's orders run one after the other from here on. Throws `too_many_tickets` (409), and
 * `rate_limited` (429) with the time to wait.
 */
export async function limitVisitor(
  deps: Limiting,
  tx: Transaction,
  { orgId, happeningId, email, client }: Visitor,
  quantity: number,
): Promise<{ mustConfirm: boolean }> {
  await lockAddress(tx, orgId, email)
  const taken = await countTicketsOfAddress(tx, { orgId, happeningId, email })
  if (taken + quantity > mostTicketsOfAddress) throw happeningErrors.too_many_tickets()
  const hourAgo = new Date(deps.now().getTime() - hourMs)
  const isRepeated = await hasOrderedSince(tx, orgId, email, hourAgo)
  if (!rateLimitsOn(deps.config)) return { mustConfirm: isRepeated }
  await limitAddress(deps, tx, orgId, email)
  if (client === undefined) return { mustConfirm: isRepeated }
  await lockClient(tx, orgId, client)
  const { orders, places, held } = await countOfClient(tx, { orgId, client, since: hourAgo })
  if (orders + places >= mostOfClient.requests || held + quantity > mostOfClient.held) {
    throw commonErrors.rate_limited({
      message: 'Too many orders come from your network. Try again in an hour.',
      details: { retryAfterSeconds: hourMs / 1_000 },
    })
  }
  return { mustConfirm: isRepeated || orders >= mostOfClient.direct }
}

async function limitAddress(
  { now }: Limiting,
  tx: Transaction,
  orgId: string,
  email: string,
): Promise<void> {
  const since = new Date(now().getTime() - dayMs)
  const first = await mailedBefore(tx, { orgId, email, since, most: mostOfAddress })
  if (first === undefined) return
  throw commonErrors.rate_limited({
    message: 'This address has reached the daily limit for orders. Try again tomorrow.',
    details: { retryAfterSeconds: Math.ceil((first.getTime() - since.getTime()) / 1_000) },
  })
}

/** Clears the networks of orders and waiting-list entries after a day. */
export const forgetVisitorClients = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  forgetClients(db, new Date(now().getTime() - dayMs))
