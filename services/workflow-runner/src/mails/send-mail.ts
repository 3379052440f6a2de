import { hash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import { hasRoomForMails } from '@atrium/mailer'
import type { Db } from '../database.ts'
import type { MailPort, MailRoomPort } from '../nodes/ports.ts'
import { queueOrgMail } from './mails.db.ts'

/** A workflow's mail fails if no provider accepts it within three days. */
const usefulForSeconds = 3 * 86_400

export const mailPort =
  (db: Db): MailPort =>
  ({ key, ...mail }) =>
    inTransaction(db, undefined, (tx) =>
      queueOrgMail(tx, { ...mail, key: hashed(key), usefulForSeconds }),
    )

export const mailRoomPort =
  (db: Db): MailRoomPort =>
  (orgId, keys) =>
    hasRoomForMails(db, orgId, keys.map(hashed))

/** Hashes a key, so every mail provider accepts its length and characters. */
const hashed = (key: string): string => `node:${hash('sha256', key)}`
