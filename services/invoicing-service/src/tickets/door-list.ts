import { createHash } from 'node:crypto'
import { type DocumentLanguage, groupedCode } from '@atrium/contracts'
import { html } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'
import { filled } from '../pdf/document-words.ts'
import type { HappeningRow } from './happenings/happening.ts'
import { getHappeningRow } from './happenings.db.ts'
import { type OrgVoice, orgVoice } from './org-voice.ts'
import { describePlace } from './ticket-mail.ts'
import { listTicketsByName, type TicketRow } from './tickets.db.ts'

/** Most tickets on one list, about 250 sheets of paper. */
const mostTickets = 10_000

const doorWords: Readonly<Record<DocumentLanguage, Readonly<Record<DoorWord, string>>>> = {
  en: {
    list: 'Guest list',
    in: 'In',
    name: 'Name',
    ticket: 'Ticket',
    code: 'Code',
    ticketCount: '{count} ticket',
    ticketsCount: '{count} tickets',
    cut: 'The list shows only the first {count}. Export the tickets as CSV for all of them.',
  },
  fr: {
    list: 'Liste des invités',
    in: 'Entré',
    name: 'Nom',
    ticket: 'Billet',
    code: 'Code',
    ticketCount: '{count} billet',
    ticketsCount: '{count} billets',
    cut: 'La liste ne montre que les {count} premiers. Exportez les billets en CSV pour les avoir tous.',
  },
  de: {
    list: 'Gästeliste',
    in: 'Da',
    name: 'Name',
    ticket: 'Ticket',
    code: 'Code',
    ticketCount: '{count} Ticket',
    ticketsCount: '{count} Tickets',
    cut: 'Die Liste zeigt nur die ersten {count}. Exportieren Sie die Tickets als CSV, um alle zu erhalten.',
  },
  es: {
    list: 'Lista de invitados',
    in: 'Entró',
    name: 'Nombre',
    ticket: 'Entrada',
    code: 'Código',
    ticketCount: '{count} entrada',
    ticketsCount: '{count} entradas',
    cut: 'La lista solo muestra las primeras {count}. Exporte las entradas en CSV para tenerlas todas.',
  },
}
type DoorWord = 'list' | 'in' | 'name' | 'ticket' | 'code' | 'ticketCount' | 'ticketsCount' | 'cut'

const style = `:root{color-scheme:light}
body{margin:2rem;font:14px/1.4 system-ui,sans-serif;background:#fff;color:#000}
h1{font-size:1.25rem;margin:0 0 .25rem}
p{margin:0 0 1rem;white-space:pre-line}
table{width:100%;border-collapse:collapse}
thead{display:table-header-group}
th,td{padding:.375rem .5rem;border-bottom:1px solid #999;text-align:left;overflow-wrap:anywhere}
tr{break-inside:avoid}
.box{width:2rem}
.box span{display:inline-block;width:1rem;height:1rem;border:1.5px solid #000}
.code{font-family:ui-monospace,monospace;white-space:nowrap}
@media print{body{margin:0}}
`
const styleHash = createHash('sha256').update(style).digest('base64')

export const doorListPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns the guests of an event as a page to print, in the order of their names. Throws `not_found`. */
export async function writeDoorList(
  deps: Pick<Deps, 'db' | 'bus' | 'logger'>,
  orgId: string,
  happeningId: string,
): Promise<string> {
  const { db } = deps
  const happening = await getHappeningRow(db, orgId, happeningId)
  const rows = await listTicketsByName(db, orgId, happeningId, mostTickets + 1)
  return renderDoorList(happening, await orgVoice(deps, orgId), {
    tickets: rows.slice(0, mostTickets),
    isCut: rows.length > mostTickets,
  })
}

function renderDoorList(
  happening: HappeningRow,
  voice: OrgVoice,
  { tickets, isCut }: { tickets: readonly TicketRow[]; isCut: boolean },
): string {
  const { title } = happening
  const { language } = voice
  const words = doorWords[language]
  const row = ({ name, ticket_type, code, checked_in_at }: TicketRow) =>
    html`<tr><td class="box">${checked_in_at === null ? html`<span></span>` : words.in}</td><td dir="auto">${name}</td><td dir="auto">${ticket_type}</td><td class="code">${groupedCode(code)}</td></tr>
`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${words.list}: ${title}</title>
<style>`.text.concat(
    style,
    html`</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p>${describePlace(happening, voice)}
${filled(tickets.length === 1 ? words.ticketCount : words.ticketsCount, { count: String(tickets.length) })}${isCut && html`. ${filled(words.cut, { count: String(mostTickets) })}`}</p>
<table>
<thead><tr><th class="box">${words.in}</th><th>${words.name}</th><th>${words.ticket}</th><th>${words.code}</th></tr></thead>
<tbody>
${tickets.map(row)}</tbody>
</table>
</body>
</html>
`.text,
  )
}
