import type { CreateWorkflow } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { storeSignatureSecrets } from '../hooks/signature-secrets.ts'
import { withoutChainParams } from './chain-params.ts'
import { requireErrorWorkflow } from './error-workflow.ts'
import { recordVersion } from './versions.db.ts'
import { insertWorkflow } from './workflows.db.ts'

/**
 * Saves a new, inactive workflow of the caller with its first version. Signature secrets move from
 * the graph to encrypted rows. Throws `workflow_not_callable` if the error workflow may not be used.
 */
export const createWorkflow = (
  { db, secrets, now, newId, registry }: Deps,
  { principal, tx }: Ctx,
  input: CreateWorkflow & { id?: string | undefined },
) =>
  inTransaction(db, tx, async (tx) => {
    await requireErrorWorkflow({ registry }, tx, {
      principal,
      ownerId: principal.userId,
      errorWorkflow: input.errorWorkflow,
    })
    const row = await insertWorkflow(tx, {
      id: input.id ?? newId('wf'),
      org_id: principal.orgId,
      owner_id: principal.userId,
      name: input.name,
      description: input.description ?? null,
      callable_by: input.callableBy ?? 'owner',
      folder: input.folder ?? null,
      tags: input.tags ?? [],
      error_workflow: input.errorWorkflow ?? null,
      graph: json(
        await storeSignatureSecrets({ now, newId }, tx, {
          secrets,
          orgId: principal.orgId,
          graph: withoutChainParams(input.graph),
        }),
      ),
    })
    await recordVersion(tx, row, principal.userId)
    return row
  })
