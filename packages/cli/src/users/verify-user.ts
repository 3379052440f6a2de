import { commonErrors } from '@atrium/contracts'
import { type Kysely, sql } from 'kysely'
import { CommandError, type CommandIo } from '../command.ts'
import { withDatabase } from '../with-database.ts'

interface Verified {
  id: string
  name: string
  createdAt: Date
  already: boolean
}

/**
 * `atrium users verify <email>`: marks an account's address as verified if the platform sends no
 * mail.
 */
export async function verifyCommand(
  _flags: object,
  io: CommandIo,
  address: string,
): Promise<boolean> {
  const email = address.trim().toLowerCase()
  if (email === '') throw new CommandError('Give an email address')
  const found = await withDatabase(io.env, (db) => verifyAddress(db, email))
  if (found === undefined)
    throw commonErrors.not_found({ message: `There is no account with the address ${email}` })
  const { id, name, createdAt, already } = found
  const whose = `account ${id}, name ${JSON.stringify(name)}, signed up ${createdAt.toISOString()}`
  io.write(`${email} ${already ? 'was already verified' : 'is verified'}: ${whose}`)
  return true
}

/** Marks an address as verified. Undefined if no account has it. */
async function verifyAddress<DB>(db: Kysely<DB>, email: string): Promise<Verified | undefined> {
  const { rows } = await sql<Verified>`
    with before as (select id, "emailVerified" as already from identity."user" where email = ${email} for update)
    update identity."user" as u set "emailVerified" = true, "updatedAt" = now()
    from before where u.id = before.id
    returning u.id, u.name, u."createdAt", before.already`.execute(db)
  return rows[0]
}
