import { hash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import type { Db } from '../database.ts'
import type { MailPort } from '../nodes/ports.ts'
import { queueOrgMail } from './mails.db.ts'

/** A mail of a workflow is given up after three days without a provider that takes it. */
const usefulForSeconds = 3 * 86_400

export const mailPort =
  (db: Db): MailPort =>
  ({ key, ...mail }) =>
    inTransaction(db, undefined, (tx) =>
      queueOrgMail(tx, { ...mail, key: `node:${hashed(key)}`, usefulForSeconds }),
    )

/** A key of any length and content as one that every mail provider takes. */
const hashed = (key: string): string => hash('sha256', key)
