import * as calls from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { z } from 'zod'
import type { ChannelRow } from '../channels/channel.ts'
import type { Deps } from '../deps.ts'
import type { Connection, Readers } from '../providers/readers.ts'
import { markOwnComments } from '../publishing/mark-own-comments.ts'
import { sendFilesFromMailbox, sendFromMailbox } from '../publishing/send-from-mailbox.ts'
import { createFileSources, createMailSources } from './kept-sources.ts'
import { type ReadTarget, readAccount } from './read-account.ts'
import { readPostComments } from './read-post-comments.ts'
import { readPostMetrics } from './read-post-metrics.ts'

export function readingRpc(deps: Deps): RpcHandler[] {
  const mails = createMailSources()
  const files = createFileSources()
  const reads = <A extends ReadTarget, P, K extends keyof Readers>(
    rpc: calls.RpcDefinition<z.ZodType<A>, z.ZodType<unknown, calls.ReadOutcome<P>>>,
    kind: K,
    read: (
      reader: NonNullable<Readers[K]>,
      by: Connection,
      asked: A,
      channel: ChannelRow,
    ) => Promise<P>,
  ): RpcHandler =>
    rpcHandler(rpc, (asked) =>
      readAccount(deps, asked, kind, (reader, by, channel) => read(reader, by, asked, channel)),
    )
  return [
    reads(calls.SearchMailbox, 'mailbox', (mailbox, by, asked) => mailbox.search(by, asked)),
    reads(calls.ReadMessages, 'mailbox', (mailbox, by, asked) => mails.page(mailbox, by, asked)),
    reads(calls.ReadMessagePart, 'mailbox', (mailbox, by, asked) => mails.part(mailbox, by, asked)),
    reads(calls.LabelMessages, 'mailbox', (mailbox, by, asked) => mailbox.label(by, asked)),
    reads(calls.SendFromMailbox, 'mailbox', (mailbox, by, asked) =>
      sendFromMailbox(deps, mailbox, by, asked),
    ),
    reads(calls.SendFilesFromMailbox, 'mailbox', (mailbox, by, asked) =>
      sendFilesFromMailbox(deps, mailbox, by, asked),
    ),
    reads(calls.ReadCalendars, 'calendar', (calendar, by, asked) => calendar.calendars(by, asked)),
    reads(calls.ReadEvents, 'calendar', (calendar, by, asked) => calendar.events(by, asked)),
    reads(calls.ListFiles, 'drive', (drive, by, asked) => drive.list(by, asked)),
    reads(calls.ReadFile, 'drive', (drive, by, asked) => files.part(drive, by, asked)),
    reads(calls.QueryNotebook, 'notebook', (notebook, by, asked) => notebook.query(by, asked)),
    reads(calls.ReadNotebookPage, 'notebook', (notebook, by, asked) => notebook.page(by, asked)),
    reads(calls.ReadVideos, 'videos', (videos, by, asked) => videos(by, asked)),
    reads(calls.ReadComments, 'comments', async (comments, by, asked, channel) =>
      markOwnComments(deps, channel, await comments(by, asked)),
    ),
    reads(calls.ReadAudience, 'audience', async (audience, by, _, { network, name }) => ({
      ...(await audience(by)),
      network,
      name,
    })),
    rpcHandler(calls.ReadPostMetrics, (input) => readPostMetrics(deps, input)),
    rpcHandler(calls.ReadPostComments, (input) => readPostComments(deps, input)),
  ]
}
