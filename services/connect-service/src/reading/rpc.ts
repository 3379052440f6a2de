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
import { NetworkError } from '../network/network-error.ts'
import { createFileSources } from './file-sources.ts'
import { createMailSources } from './mail-sources.ts'
import { readAccount } from './read-account.ts'
import { readPostComments } from './read-post-comments.ts'

/** The RPC that read accounts, each one bounded page. */
export function readingRpc(deps: Deps): RpcHandler[] {
  const sources = createMailSources()
  const files = createFileSources()
  return [
    rpcHandler(SearchMailbox, ({ orgId, actorId, channelId, ...asked }) =>
      readAccount(deps, { orgId, actorId, channelId }, 'mailbox', (mailbox, by) =>
        mailbox.search(by, { excludeLabel: undefined, after: undefined, ...asked }),
      ),
    ),
    rpcHandler(ReadMessages, ({ ids, ...target }) =>
      readAccount(deps, target, 'mailbox', (mailbox, by) => sources.page(mailbox, by, target.channelId, ids)),
    ),
    rpcHandler(ReadMessagePart, ({ id, offset, ...target }) =>
      readAccount(deps, target, 'mailbox', async (mailbox, by) => {
        const part = await sources.part(mailbox, by, target.channelId, id, offset)
        if (part === undefined) throw new NetworkError('blocked', 'The message is gone', { code: 404 })
        return part
      }),
    ),
    rpcHandler(LabelMessages, ({ label, ids, ...target }) =>
      readAccount(deps, target, 'mailbox', async (mailbox, by) => ({
        labelId: await mailbox.label(by, label, ids),
      })),
    ),
    rpcHandler(ReadCalendars, ({ cursor, ...target }) =>
      readAccount(deps, target, 'calendar', (calendar, by) => calendar.calendars(by, cursor)),
    ),
    rpcHandler(ReadEvents, ({ calendarId, read, cursor, ...target }) =>
      readAccount(deps, target, 'calendar', (calendar, by) => calendar.events(by, calendarId, read, cursor)),
    ),
    rpcHandler(ListFiles, ({ orgId, actorId, channelId, ...asked }) =>
      readAccount(deps, { orgId, actorId, channelId }, 'drive', (drive, by) =>
        drive.list(by, { folder: undefined, changedSince: undefined, ...asked }),
      ),
    ),
    rpcHandler(ReadFile, ({ id, mimeType, offset, ...target }) =>
      readAccount(deps, target, 'drive', (drive, by) =>
        files.part(drive, by, { channelId: target.channelId, id, mimeType, offset }),
      ),
    ),
    rpcHandler(QueryNotebook, ({ database, changedSince, cursor, ...target }) =>
      readAccount(deps, target, 'notebook', (notebook, by) =>
        notebook.query(by, { database, changedSince, cursor }),
      ),
    ),
    rpcHandler(ReadVideos, ({ playlist, cursor, ...target }) =>
      readAccount(deps, target, 'videos', (videos, by) => videos.list(by, { playlist, cursor })),
    ),
    rpcHandler(ReadComments, ({ externalId, cursor, ...target }) =>
      readAccount(deps, target, 'comments', (comments, by) => comments(by, externalId, cursor)),
    ),
    rpcHandler(ReadAudience, (target) =>
      readAccount(deps, target, 'audience', async (audience, by, { network, name }) => ({
        ...(await audience(by)),
        network,
        name,
      })),
    ),
    rpcHandler(ReadPostComments, (input) => readPostComments(deps, input)),
    rpcHandler(ReadNotebookPage, ({ id, cursor, ...target }) =>
      readAccount(deps, target, 'notebook', (notebook, by) => notebook.page(by, id, cursor)),
    ),
  ]
}
