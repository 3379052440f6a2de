import { cardTitle, createCard, getCard, listCards } from '@atrium/contracts'
import { CommandError, type CommandIo, type Flags } from '../command.ts'
import { readObject } from '../read-input.ts'
import { createListCommand, type ListFlags } from './list-records.ts'
import { createGetCommand, createRecord, type Shown } from './one-record.ts'
import { minute } from './tables.ts'

type CardFilters = ListFlags & Flags<'kind' | 'status' | 'tag' | 'search'>

/** `atrium cards list`. */
export const listCardsCommand = createListCommand(
  listCards,
  ({ kind, status, tag, search }: CardFilters) => ({ kind, status, tag, q: search }),
  {
    id: ({ id }) => id,
    kind: (card) => card.kind,
    status: (card) => card.status,
    due: ({ dueDate, dueAllDay, dueOn }) => (dueAllDay ? dueOn : minute(dueDate)),
    title: (card) => cardTitle(card),
  },
)

/** `atrium posts list`. */
export const listPostsCommand = createListCommand(
  listCards,
  ({ status, search }: CardFilters) => ({ kind: 'post', status, q: search }),
  {
    id: ({ id }) => id,
    status: (card) => card.status,
    due: ({ dueDate }) => minute(dueDate),
    network: ({ post }) => post?.platform,
    text: ({ body }) => body,
  },
)

/** `atrium cards get <id>` and `atrium posts get <id>`. */
export const getCardCommand = createGetCommand(getCard)

type NewCardFlags = Shown & Flags<'title' | 'body'> & { tag?: string[] | undefined }

/** `atrium cards create [file]`: creates a card from JSON or from `--title`. */
export async function createCardCommand(
  { title, body, tag, ...shown }: NewCardFlags,
  io: CommandIo,
  file?: string,
): Promise<true> {
  const given = title === undefined || file !== undefined ? await readObject(io, file) : {}
  const named = { title, body, tags: tag }
  const stated = Object.fromEntries(Object.entries(named).filter(([, value]) => value))
  return createRecord(createCard, shown, io, { ...given, ...stated })
}

/** `atrium posts create [file]`: creates a draft from JSON in the API's form. */
export async function createPostCommand(shown: Shown, io: CommandIo, file?: string): Promise<true> {
  const body = await readObject(io, file)
  if (body['kind'] !== undefined && body['kind'] !== 'post')
    throw new CommandError('The kind must be post')
  return createRecord(createCard, shown, io, { ...body, kind: 'post' })
}
