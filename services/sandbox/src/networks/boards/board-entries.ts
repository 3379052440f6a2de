/** A board entry in neutral terms. */
export interface BoardEntry {
  id: number
  title: string
  url: string
  text: string
  author: string
  /** Points, stars or votes. */
  score: number
  comments: number
  /** ISO 8601. */
  at: string
}

const topics = [
  ['A database that fits in one file', 'Durable, small, and read by everybody at once.'],
  ['Typed queues without a broker', 'Rows are jobs, and a sweep finds the lost ones.'],
  ['Show: a calendar for two bakeries', 'They share one oven and one set of invoices.'],
  ['The long tail of time zones', 'Three surprises of a year, and a table of rules.'],
  ['Rewriting a parser in an afternoon', 'The grammar was small, the errors were not.'],
  ['Why our builds are slow', 'Two caches, one lock, and a folder of pictures.'],
  ['A terminal that reads mail aloud', 'Speech in the shell, with the voice of a harbour.'],
  ['Post-mortem of a quiet outage', 'Nothing failed, and nothing was written.'],
  ['Small models for small offices', 'Sorting mails on a machine below a desk.'],
  ['Ledgers that add up', 'Reserve, settle, release; and a test that counts.'],
] as const

/** Returns a board's initial entries. Two boards share their first story. */
export const firstEntries = (board: string, base: number): BoardEntry[] =>
  topics.map(([title, text], at) => ({
    id: base + at,
    title,
    url: `https://${at === 0 ? 'shared' : board}.example.test/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    text,
    author: `author${at}`,
    score: 900 - at * 83,
    comments: 120 - at * 11,
    at: new Date(Date.now() - at * 3_600_000).toISOString(),
  }))
