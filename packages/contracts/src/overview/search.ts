import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, RecordId, visible } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { OverviewCaller } from './attention.ts'

export const searchHitsAtMost = 20

export const SearchHit = named('SearchHit', {
  type: z
    .enum([
      'card',
      'post',
      'customer',
      'invoice',
      'estimate',
      'offer',
      'happening',
      'ticket',
      'workflow',
      'site',
      'skill',
      'file',
      'member',
    ])
    .describe('The kind of record.'),
  id: RecordId,
  title: z.string().describe('The record’s display name.'),
  subtitle: z.string().describe('A few words about the record, for example its status.'),
  href: z.string().describe('The record’s dashboard page.'),
})
export type SearchHit = z.infer<typeof SearchHit>

const q = z.string().trim().max(200).regex(visible, { error: 'Enter a search text' })

const defineSearch = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.search`,
    description: `The records of the ${service} service that match a text, the best first; ${searchHitsAtMost} at most`,
    input: z.object({ ...OverviewCaller, q }),
    output: z.object({ items: z.array(SearchHit).max(searchHitsAtMost) }),
    timeoutMs: 2_000,
  })

export const AssetsSearch = defineSearch('assets')
export const BoardSearch = defineSearch('board')
export const IdentitySearch = defineSearch('identity')
export const InvoicingSearch = defineSearch('invoicing')
export const WorkflowSearch = defineSearch('workflow')

export const searchEverything = tagged('Platform').org.get('searchEverything', '/api/search', {
  sdk: 'search',
  summary:
    'Cards, posts, customers, invoices, offers, events, ticket holders, workflows, sites, skills, files and members that match a text',
  description: 'A service that does not respond within two seconds is listed in `unavailable`.',
  query: z.object({ q: q.describe('The text to search for.') }),
  responses: ok(
    `The best ${searchHitsAtMost} hits`,
    z
      .object({
        items: z.array(SearchHit).describe('The best matches, at most 20.'),
        unavailable: z
          .array(z.string())
          .describe('The services that did not respond in time. Their records are missing.'),
      })
      .meta({ id: 'SearchHits' }),
  ),
  example: { query: { q: 'flour' } },
})
