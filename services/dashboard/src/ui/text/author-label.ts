import type { TimelineEntry } from '@atrium/contracts'

const agents: Readonly<Record<string, string>> = {
  workflow: 'A workflow',
  board: 'Atrium',
  visitor: 'A visitor',
  customer: 'The customer',
  processor: 'The payment provider',
  invoicing: 'Atrium',
}

/**
 * Describes an entry's author. `name` is the member's name, or undefined if the member has left.
 */
export function authorLabel(
  { type, id, via }: TimelineEntry['author'],
  name: string | undefined,
): string {
  if (type === 'agent') return agents[id] ?? 'An assistant'
  const person = name ?? 'A former member'
  if (via === 'api_key') return `An API key of ${person}`
  return via === 'mcp' ? `An assistant of ${person}` : person
}
