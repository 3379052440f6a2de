import type { Transaction } from '../database.ts'

export async function endUserGrants(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('oauthConsent').where('userId', '=', userId).execute()
}

/** Ends all access to an account except one session and the password. */
export async function endOtherAccess(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx.deleteFrom('passkey').where('userId', '=', userId).execute()
  await tx
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute()
  await tx.deleteFrom('twoFactor').where('userId', '=', userId).execute()
  await tx.updateTable('user').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  await endUserGrants(tx, userId)
  await tx.deleteFrom('apikey').where('creatorId', '=', userId).execute()
  await tx.deleteFrom('session').where('userId', '=', userId).where('id', '!=', sessionId).execute()
}
