import { createHash } from 'node:crypto'
import { groupedCode } from '@atrium/contracts'
import { html } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'
import type { HappeningRow } from './happenings/happening.ts'
import { getHappeningRow } from './happenings.db.ts'
import { plainVoice } from './org-voice.ts'
import { describePlace } from './ticket-mail.ts'
import { listTicketsByName, type TicketRow } from './tickets.db.ts'

/** Most tickets on one list, about 250 sheets of paper. */
const mostTickets = 10_000

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
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  happeningId: string,
): Promise<string> {
  const happening = await getHappeningRow(db, orgId, happeningId)
  const rows = await listTicketsByName(db, orgId, happeningId, mostTickets + 1)
  return renderDoorList(happening, rows.slice(0, mostTickets), rows.length > mostTickets)
}

function renderDoorList(
  happening: HappeningRow,
  tickets: readonly TicketRow[],
  isCut: boolean,
): string {
  const { title } = happening
  const row = ({ name, ticket_type, code, checked_in_at }: TicketRow) =>
    html`<tr><td class="box">${checked_in_at === null ? html`<span></span>` : 'In'}</td><td dir="auto">${name}</td><td dir="auto">${ticket_type}</td><td class="code">${groupedCode(code)}</td></tr>
`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Guest list: ${title}</title>
<style>`.text.concat(
    style,
    html`</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p>${describePlace(happening, plainVoice)}
${tickets.length} ${tickets.length === 1 ? 'ticket' : 'tickets'}${isCut && html`. The list shows only the first ${mostTickets}. Export the tickets as CSV for all of them.`}</p>
<table>
<thead><tr><th class="box">In</th><th>Name</th><th>Ticket</th><th>Code</th></tr></thead>
<tbody>
${tickets.map(row)}</tbody>
</table>
</body>
</html>
`.text,
  )
}
