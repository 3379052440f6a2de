import { OrgSettingsOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** The time zone of an org, in which its mails name times; UTC while identity does not answer. */
export async function orgZone({ bus }: Pick<Deps, 'bus'>, orgId: string): Promise<string> {
  const answer = await callRpc(bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 }).catch(() => undefined)
  return answer?.settings.timezone ?? 'UTC'
}
