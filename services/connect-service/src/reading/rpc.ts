import {
  LabelMessages,
  ListFiles,
  QueryNotebook,
  ReadAudience,
  ReadCalendars,
  ReadComments,
  ReadEvents,
  ReadFile,
  ReadMessagePart,
  ReadMessages,
  ReadNotebookPage,
  ReadPostComments,
  ReadVideos,
  SearchMailbox,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { createFileSources, createMailSources } from './kept-sources.ts'
import { readAccount } from './read-account.ts'
import { readPostComments } from './read-post-comments.ts'

export function readingRpc(deps: Deps): RpcHandler[] {
  const mails = createMailSources()
  const files = createFileSources()
  return [
    rpcHandler(SearchMailbox, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mailbox.search(by, asked)),
    ),
    rpcHandler(ReadMessages, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mails.page(mailbox, by, asked)),
    ),
    rpcHandler(ReadMessagePart, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mails.part(mailbox, by, asked)),
    ),
    rpcHandler(LabelMessages, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mailbox.label(by, asked)),
    ),
    rpcHandler(ReadCalendars, (asked) =>
      readAccount(deps, asked, 'calendar', (calendar, by) => calendar.calendars(by, asked)),
    ),
    rpcHandler(ReadEvents, (asked) =>
      readAccount(deps, asked, 'calendar', (calendar, by) => calendar.events(by, asked)),
    ),
    rpcHandler(ListFiles, (asked) => readAccount(deps, asked, 'drive', (drive, by) => drive.list(by, asked))),
    rpcHandler(ReadFile, (asked) =>
      readAccount(deps, asked, 'drive', (drive, by) => files.part(drive, by, asked)),
    ),
    rpcHandler(QueryNotebook, (asked) =>
      readAccount(deps, asked, 'notebook', (notebook, by) => notebook.query(by, asked)),
    ),
    rpcHandler(ReadNotebookPage, (asked) =>
      readAccount(deps, asked, 'notebook', (notebook, by) => notebook.page(by, asked)),
    ),
    rpcHandler(ReadVideos, (asked) => readAccount(deps, asked, 'videos', (videos, by) => videos(by, asked))),
    rpcHandler(ReadComments, (asked) =>
      readAccount(deps, asked, 'comments', (comments, by) => comments(by, asked)),
    ),
    rpcHandler(ReadAudience, (asked) =>
      readAccount(deps, asked, 'audience', async (audience, by, { network, name }) => ({
        ...(await audience(by)),
        network,
        name,
      })),
    ),
    rpcHandler(ReadPostComments, (input) => readPostComments(deps, input)),
  ]
}
