import type { Pace } from '../../engine/index.ts'
import type { NodePorts } from '../ports.ts'
import type { LiveEvent } from './calendar-cards.ts'

// The provider's editor writes HTML. Other programs write plain text, which may contain a "<". The
// pattern is linear because it stops at every "<".
const markup =
  /<\/?(?:a|b|br|div|em|font|h[1-6]|html-blob|i|li|ol|p|span|strong|table|td|tr|u|ul)(?:[\s/][^<>]*)?>/i

/** Converts HTML descriptions to plain text. Keeps the HTML if the conversion fails. */
export async function readDescriptions(
  live: Iterable<LiveEvent>,
  { orgId, ports: { texts }, ...pace }: { orgId: string; ports: Pick<NodePorts, 'texts'> } & Pace,
): Promise<void> {
  for (const each of live) {
    const { description, title } = each.event
    if (!markup.test(description)) continue
    const bytes = Buffer.from(description)
    const given = { bytes, contentType: 'text/html; charset=utf-8', name: `${title}.html` }
    const { text } = await texts.file(orgId, given).catch(() => ({ text: undefined }))
    if (text !== undefined) each.event = { ...each.event, description: text.trim() }
    if (pace.due()) await pace.yield()
  }
}
