import type { LabelMessages } from '@atrium/contracts'
import type { ImapFlow } from 'imapflow'
import { NetworkError } from '../../network/network-error.ts'
import type { MailAccount } from '../provider.ts'
import type { Asked, Connection } from '../readers.ts'
import { boundImap } from './imap-client.ts'
import type { RunImap } from './imap-sessions.ts'
import { toKeyword } from './keyword.ts'
import { readMailAccount, shortenAccount } from './mail-account.ts'
import type { MailGuard } from './mail-guard.ts'
import { type MessagePlace, readMessageId } from './message-ids.ts'
import { openFolder } from './open-folder.ts'

/**
 * Sets a keyword on messages. If the server keeps no keywords, moves the messages to a folder with
 * the label’s name. Safe to repeat: a message that was moved already is no longer found.
 */
export async function labelMessages(
  by: Connection,
  { label, ids }: Asked<typeof LabelMessages>,
  { run, guard }: { run: RunImap; guard: MailGuard },
): Promise<{ labelId: string }> {
  const account = readMailAccount(by)
  const owner = shortenAccount(by.accountId)
  const places = ids.map((id) => {
    const place = readMessageId(owner, id)
    if (place !== undefined) return place
    throw new NetworkError('blocked', 'These messages belong to another account')
  })
  const folders = Map.groupBy(places, ({ path }) => path)
  const keyword = toKeyword(label)
  for (const [path, inFolder] of folders) {
    await run(account, {
      run: (client) =>
        boundImap(guard, client, () =>
          labelFolder(client, { path, inFolder, account, keyword, label }),
        ),
    })
  }
  return { labelId: keyword }
}

interface Labelled {
  path: string
  inFolder: readonly MessagePlace[]
  account: MailAccount
  keyword: string
  label: string
}

async function labelFolder(
  client: ImapFlow,
  { path, inFolder, account, keyword, label }: Labelled,
): Promise<void> {
  const validity = await openFolder(client, path, { account, readOnly: false })
  const uids = inFolder.filter((place) => place.validity === validity).map(({ uid }) => uid)
  if (uids.length === 0) return
  const range = uids.join(',')
  const kept = client.mailbox === false ? undefined : client.mailbox.permanentFlags
  const flag = kept === undefined || kept.has('\\*') ? keyword : findKeyword(kept, keyword)
  if (flag !== undefined) {
    const done = await client.messageFlagsAdd(range, [flag], { uid: true, silent: true })
    if (!done) throw new NetworkError('blocked', 'The mail server refused to label the messages')
    return
  }
  // Without both, the server could only delete every message that is marked as deleted.
  if (!client.capabilities.has('MOVE') && !client.capabilities.has('UIDPLUS')) {
    throw new NetworkError(
      'blocked',
      'This mail server keeps no labels and cannot move single messages, so messages cannot be labelled',
    )
  }
  const target = await createLabelFolder(client, label)
  if (target === path) return
  const moved = await client.messageMove(range, target, { uid: true })
  if (moved === false) {
    throw new NetworkError('blocked', `The mail server refused to move the messages to “${target}”`)
  }
}

/** Returns the path of the label’s folder. Creates the folder if the server has none. */
async function createLabelFolder(client: ImapFlow, label: string): Promise<string> {
  try {
    return (await client.mailboxCreate([toFolderName(label)])).path
  } catch (error) {
    // Some servers refuse an existing folder without saying that it exists.
    if (!(error instanceof Error) || Reflect.get(error, 'responseStatus') !== 'NO') throw error
    const folders = await client.list()
    // The list has the delimiter, and the prefix required by the server in front of every folder.
    const name = toFolderName(label)
    const existingFolder = folders.find((folder) => folder.path === name || folder.name === name)
    if (existingFolder === undefined) throw error
    return existingFolder.path
  }
}

const findKeyword = (flags: ReadonlySet<string>, keyword: string): string | undefined =>
  [...flags].find((flag) => flag.toLowerCase() === keyword)

/** Leaves out characters that separate folders or that a search for folders would expand. */
const toFolderName = (label: string): string =>
  label.replaceAll(/[/.\\%*\p{Cc}]+/gu, '-').slice(0, 100)
