import { createCard, getCard, listCards, type NewCard } from '@atrium/contracts'
import { CommandError, type CommandIo, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { listRecords } from './list-records.ts'
import { minute, writeRecord } from './tables.ts'

interface CardFilters {
  kind?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  search?: string | undefined
  limit?: string | undefined
  all?: boolean | undefined
  json?: boolean | undefined
}

/** `atrium cards list`. */
export const listCardsCommand = ({ kind, status, tag, search, ...flags }: CardFilters, io: CommandIo) =>
  listRecords(
    flags,
    io,
    listCards,
    { kind, status, tag, q: search },
    {
      id: ({ id }) => id,
      kind: (card) => card.kind,
      status: (card) => card.status,
      due: ({ dueDate }) => minute(dueDate),
      title: ({ title }) => title,
    },
  )

/** `atrium posts list`. */
export const listPostsCommand = ({ status, search, ...flags }: CardFilters, io: CommandIo) =>
  listRecords(
    flags,
    io,
    listCards,
    { kind: 'post', status, q: search },
    {
      id: ({ id }) => id,
      status: (card) => card.status,
      due: ({ dueDate }) => minute(dueDate),
      network: ({ post }) => post?.platform,
      text: ({ body }) => body,
    },
  )

interface Shown {
  json?: boolean | undefined
}

/** `atrium cards get <id>` and `atrium posts get <id>`. */
export async function getCardCommand({ json }: Shown, io: CommandIo, id: string): Promise<true> {
  const client = await signedInClient(io.env)
  writeRecord(io, json === true, await client.call(getCard, { params: { id } }, untilStopped(io)))
  return true
}

interface NewCardFlags extends Shown {
  title?: string | undefined
  body?: string | undefined
  tag?: string[] | undefined
}

/** `atrium cards create [file]`: a card from JSON, or from `--title`. */
export async function createCardCommand(
  { json, title, body, tag }: NewCardFlags,
  io: CommandIo,
  file?: string,
): Promise<true> {
  const given = title === undefined || file !== undefined ? await readObject(io, file) : {}
  const named = { title, body, tags: tag }
  return create(io, json, {
    ...given,
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value)),
  })
}

/** `atrium posts create [file]`: a draft from JSON, as the API takes it. */
export async function createPostCommand({ json }: Shown, io: CommandIo, file?: string): Promise<true> {
  const body = await readObject(io, file)
  if (body['kind'] !== undefined && body['kind'] !== 'post')
    throw new CommandError('The kind of a post is post')
  return create(io, json, { ...body, kind: 'post' })
}

async function create(io: CommandIo, json: boolean | undefined, body: object): Promise<true> {
  const client = await signedInClient(io.env)
  // The platform says what is wrong with a body.
  const card = await client.call(createCard, { body: body as NewCard }, untilStopped(io))
  if (json) writeRecord(io, true, card)
  else io.write(card.id)
  return true
}
