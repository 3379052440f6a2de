import * as operations from '@atrium/contracts'
import { type AppEnv, answerLines, clientNetwork, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import encodeQR from 'qr'
import type { Deps } from '../deps.ts'
import { cancelTicket, checkIn, findHeldTicket, toTicket } from './admission.ts'
import { doorListPolicy, writeDoorList } from './door-list.ts'
import { ticketLines } from './export-tickets.ts'
import { readCalendar } from './happenings/calendar-file.ts'
import {
  createHappening,
  deleteHappening,
  updateHappening,
} from './happenings/change-happenings.ts'
import { type TypedHappening, toHappening } from './happenings/happening.ts'
import {
  getHappening,
  getPublic,
  listHappenings,
  listPublic,
} from './happenings/read-happenings.ts'
import { getHappeningRow } from './happenings.db.ts'
import { orderTickets } from './orders/order-tickets.ts'
import { confirmOrder } from './orders/pending-orders.ts'
import { orgVoice } from './org-voice.ts'
import { listTicketRows } from './tickets.db.ts'
import { listWaitingRows } from './waiting-list/waiting-list.db.ts'
import {
  findWaitingPerson,
  joinWaitingList,
  leaveWaitingList,
  removeWaiting,
  toWaitingEntry,
} from './waiting-list/waiting-list.ts'

// An order has no address of its own, because only its mail and its tickets show it.
const publicAddress = ({ orgSlug, slug }: { orgSlug: string; slug: string }): string =>
  `/api/public/happenings/${encodeURIComponent(orgSlug)}/${encodeURIComponent(slug)}`

// Sales do not change the tag, so they do not conflict with an organiser's change.
function answer(c: Context<AppEnv>, { row, types }: TypedHappening): operations.Happening {
  c.header('etag', versionEtag(row.id, row.version))
  return toHappening(row, types)
}

export function happeningRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listHappenings, ({ principal, query }) =>
    listHappenings(deps, principal.orgId, query),
  )
  mount(app, operations.createHappening, { db }, async (call) =>
    answer(call.c, await createHappening(deps, call, call.body)),
  )
  mount(app, operations.getHappening, async ({ c, principal, params }) =>
    answer(c, await getHappening(deps, principal.orgId, params.id)),
  )
  mount(app, operations.updateHappening, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(
      call.c,
      await updateHappening(deps, call, { id: call.params.id, input: call.body, ifMatch }),
    )
  })
  mount(app, operations.deleteHappening, (call) =>
    deleteHappening(deps, call, { id: call.params.id, ifMatch: call.c.req.header('if-match') }),
  )
  mount(app, operations.checkInTicket, (call) =>
    checkIn(deps, call, { happeningId: call.params.id, typed: call.body.code }),
  )
  mount(app, operations.listTickets, async ({ principal: { orgId }, params, query }) => {
    await getHappeningRow(db, orgId, params.id)
    const { rows, ...page } = await listTicketRows(db, orgId, params.id, query)
    return { items: rows.map(toTicket), ...page }
  })
  mount(app, operations.exportTickets, async ({ c, principal: { orgId }, params, query }) => {
    const { slug } = await getHappeningRow(db, orgId, params.id)
    return answerLines(
      c,
      { name: `${slug}.csv`, type: 'text/csv' },
      ticketLines(deps, orgId, params.id, query.separator),
    )
  })
  mount(app, operations.getDoorList, async ({ c, principal: { orgId }, params }) => {
    const page = await writeDoorList(deps, orgId, params.id)
    c.header('content-security-policy', doorListPolicy)
    return c.html(page)
  })
  mount(app, operations.cancelTicket, (call) =>
    cancelTicket(deps, call, { happeningId: call.params.id, id: call.params.ticketId }),
  )
  mount(app, operations.listWaiting, async ({ principal: { orgId }, params, query }) => {
    await getHappeningRow(db, orgId, params.id)
    const { rows, ...page } = await listWaitingRows(db, orgId, params.id, query)
    return { items: rows.map(toWaitingEntry), ...page }
  })
  mount(app, operations.removeWaiting, (call) =>
    removeWaiting(deps, call, { happeningId: call.params.id, id: call.params.entryId }),
  )
}

export function visitorRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listPublicHappenings, ({ params, query }) =>
    listPublic(deps, params.orgSlug, query),
  )
  mount(app, operations.getPublicHappening, ({ params }) => getPublic(deps, params))
  mount(app, operations.getHappeningCalendar, async ({ c, params }) => {
    const calendar = await readCalendar(deps, params)
    c.header('content-type', 'text/calendar; charset=utf-8')
    c.header('content-disposition', `attachment; filename="${params.slug}.ics"`)
    return c.body(calendar)
  })
  mount(app, operations.orderTickets, { db, apart: true }, async ({ c, settle, params, body }) => {
    const order = await orderTickets(
      deps,
      { client: clientNetwork(c.req), key: c.req.header('idempotency-key'), settle },
      { address: params, input: body },
    )
    c.header('location', publicAddress(params))
    return order
  })
  mount(app, operations.confirmOrder, ({ params, body }) =>
    confirmOrder(deps, params.id, body.token),
  )
  mount(app, operations.joinWaitingList, { db }, async ({ c, tx, params, body }) => {
    const place = await joinWaitingList(deps, { tx, client: clientNetwork(c.req) }, params, body)
    c.header('location', publicAddress(params))
    return place
  })
  mount(app, operations.getWaitingPerson, async ({ params }) => {
    const { orgId, person } = await findWaitingPerson(deps, params.code)
    return { ...person, language: (await orgVoice(deps, orgId)).language }
  })
  mount(app, operations.leaveWaitingList, ({ params }) => leaveWaitingList(deps, params.code))
  mount(app, operations.getHeldTicket, async ({ params }) => {
    const { orgId, ticket } = await findHeldTicket(deps, params.code)
    return { ...ticket, language: (await orgVoice(deps, orgId)).language }
  })
  mount(app, operations.getTicketPicture, async ({ c, params }) => {
    const { code } = (await findHeldTicket(deps, params.code)).ticket
    c.header('content-type', 'image/svg+xml')
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    // Scanners require a quiet zone of four modules.
    return c.body(encodeQR(code, 'svg', { ecc: 'quartile', encoding: 'alphanumeric', border: 4 }))
  })
}
