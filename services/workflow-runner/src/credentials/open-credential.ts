import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Db } from '../database.ts'
import { findCredentialFor } from './credentials.db.ts'

export interface OpenCredential {
  name: string
  host: string
  header: string
  /** Undefined if no key of this installation decrypts it. */
  value: string | undefined
}

export const credentialOpener =
  ({ db, secrets }: { db: Db; secrets: SealedSecrets }) =>
  async (orgId: string, ref: string): Promise<OpenCredential | undefined> => {
    const row = await findCredentialFor(db, orgId, ref)
    if (row === undefined) return undefined
    const { id, name, host, header, secret } = row
    return { name, host, header, value: secrets.open(secret, id)?.text }
  }
