import * as calls from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { createFileSources, createMailSources } from './kept-sources.ts'
import { readAccount } from './read-account.ts'
import { readPostComments } from './read-post-comments.ts'

export function readingRpc(deps: Deps): RpcHandler[] {
  const mails = createMailSources()
  const files = createFileSources()
  return [
    rpcHandler(calls.SearchMailbox, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mailbox.search(by, asked)),
    ),
    rpcHandler(calls.ReadMessages, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mails.page(mailbox, by, asked)),
    ),
    rpcHandler(calls.ReadMessagePart, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mails.part(mailbox, by, asked)),
    ),
    rpcHandler(calls.LabelMessages, (asked) =>
      readAccount(deps, asked, 'mailbox', (mailbox, by) => mailbox.label(by, asked)),
    ),
    rpcHandler(calls.ReadCalendars, (asked) =>
      readAccount(deps, asked, 'calendar', (calendar, by) => calendar.calendars(by, asked)),
    ),
    rpcHandler(calls.ReadEvents, (asked) =>
      readAccount(deps, asked, 'calendar', (calendar, by) => calendar.events(by, asked)),
    ),
    rpcHandler(calls.ListFiles, (asked) =>
      readAccount(deps, asked, 'drive', (drive, by) => drive.list(by, asked)),
    ),
    rpcHandler(calls.ReadFile, (asked) =>
      readAccount(deps, asked, 'drive', (drive, by) => files.part(drive, by, asked)),
    ),
    rpcHandler(calls.QueryNotebook, (asked) =>
      readAccount(deps, asked, 'notebook', (notebook, by) => notebook.query(by, asked)),
    ),
    rpcHandler(calls.ReadNotebookPage, (asked) =>
      readAccount(deps, asked, 'notebook', (notebook, by) => notebook.page(by, asked)),
    ),
    rpcHandler(calls.ReadVideos, (asked) =>
      readAccount(deps, asked, 'videos', (videos, by) => videos(by, asked)),
    ),
    rpcHandler(calls.ReadComments, (asked) =>
      readAccount(deps, asked, 'comments', (comments, by) => comments(by, asked)),
    ),
    rpcHandler(calls.ReadAudience, (asked) =>
      readAccount(deps, asked, 'audience', async (audience, by, { network, name }) => ({
        ...(await audience(by)),
        network,
        name,
      })),
    ),
    rpcHandler(calls.ReadPostComments, (input) => readPostComments(deps, input)),
  ]
}
