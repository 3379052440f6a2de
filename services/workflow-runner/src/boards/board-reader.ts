import { decodeText, parseExactJson } from '@atrium/foreign-text'
import { type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import { type AskBoard, type BoardEntry, BoardError, type TechBoard } from './board-entry.ts'
import { readForum } from './forum.ts'
import { readLaunches } from './launches.ts'
import { readRepos } from './repos.ts'

export type BoardRead = { entries: BoardEntry[] } | { unavailable: string }

export interface BoardReader {
  /** Reads a board's best entries, at most 50. Rejects only if the signal aborts. */
  read(board: TechBoard, call: { now: number; signal: AbortSignal }): Promise<BoardRead>
}

export interface BoardAddresses {
  forumUrl: string
  reposUrl: string
  launchesUrl: string
  launchesToken: string | undefined
  reposToken: string | undefined
}

const maxBytes = 5_000_000
const timeoutMs = 20_000

export function createBoardReader(guard: GuardedFetch, addresses: BoardAddresses): BoardReader {
  const asking =
    (signal: AbortSignal): AskBoard =>
    async (url, schema, { method = 'GET', headers = {}, body } = {}) => {
      const sent = { accept: 'application/json', 'user-agent': 'Atrium/1.0' }
      const answer = await guard.fetch(url, {
        // The operator's token must not follow a redirect.
        method,
        headers: sent,
        credentials: headers,
        maxBytes,
        timeoutMs,
        signal,
        ...(body === undefined ? {} : { body }),
      })
      const bytes = await answer.bytes()
      if (answer.status === 429) throw new BoardError('it accepts no more requests right now', 429)
      if (answer.status !== 200)
        throw new BoardError(`it responded with status ${answer.status}`, answer.status)
      const parsed = schema.safeParse(
        parseJson(decodeText(bytes, answer.headers['content-type'] ?? '')),
      )
      if (!parsed.success) throw new BoardError('its response cannot be read')
      return parsed.data
    }
  const reads: Readonly<Record<TechBoard, (ask: AskBoard, now: number) => Promise<BoardEntry[]>>> =
    {
      forum: (ask) => readForum(ask, addresses.forumUrl),
      repos: (ask, now) => readRepos(ask, addresses.reposUrl, addresses.reposToken, now),
      async launches(ask) {
        const { launchesUrl, launchesToken } = addresses
        if (launchesToken === undefined) throw new BoardError('not configured')
        return readLaunches(ask, launchesUrl, launchesToken)
      },
    }
  return {
    async read(board, { now, signal }) {
      try {
        return { entries: await reads[board](asking(signal), now) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof BoardError || error instanceof OutboundError)
          return { unavailable: error.message }
        throw error
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
