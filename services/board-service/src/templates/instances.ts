import {
  type NewTemplateInstance,
  TemplateInstance,
  type TemplateInstancePatch,
} from '@atrium/contracts'
import { createView, inTransaction } from '@atrium/database'
import { mergePatch, requireModest } from '../cards/merge-patch.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { changeKeys, handOverCandidates } from '../references/change-references.ts'
import { pageKeys } from '../references/reference-keys.ts'
import { requireValues } from './check-values.ts'
import { type InstanceRow, instances, lockInstanceSites, templates } from './templates.db.ts'

export const instanceView = createView(TemplateInstance)

const findKeys = (orgId: string, { name, values }: Pick<InstanceRow, 'name' | 'values'>) =>
  pageKeys(orgId, { name, values })

/** Creates an instance. Throws `not_found`, `values_invalid`, `foreign_asset` (422), `asset_released` (409). */
export async function createInstance(deps: Deps, ctx: Ctx, input: NewTemplateInstance) {
  const { orgId } = ctx.principal
  const keys = findKeys(orgId, input)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const template = await templates.lock(tx, orgId, input.templateId, true)
    requireValues(template.variables, input.values)
    const now = deps.now()
    await changeKeys(tx, { orgId, before: [], after: keys, now })
    const { templateId, ...given } = input
    const ownColumns = {
      id: deps.newId('tin'),
      org_id: orgId,
      template_id: templateId,
      asset_keys: keys,
    }
    return instanceView(
      await instances.insert(tx, { ...ownColumns, ...given, created_at: now, updated_at: now }),
    )
  })
}

/**
 * Changes an instance. A replaced image becomes a release candidate. Throws the errors of
 * `createInstance`.
 */
export async function updateInstance(
  deps: Deps,
  ctx: Ctx,
  { id, patch }: { id: string; patch: TemplateInstancePatch },
) {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await instances.lock(tx, orgId, id)
    const template = await templates.lock(tx, orgId, row.template_id, true)
    const now = deps.now()
    const next = {
      ...row,
      name: patch.name ?? row.name,
      values: patch.values === undefined ? row.values : mergePatch(row.values, patch.values),
      updated_at: now,
    }
    requireValues(template.variables, next.values)
    requireModest(next.values, 'values')
    const keys = findKeys(orgId, next)
    await changeKeys(tx, { orgId, before: row.asset_keys, after: keys, now })
    return instanceView(await instances.update(tx, { ...next, asset_keys: keys }))
  })
}

/** Deletes an instance. Sites published from it keep their snapshots. Throws `not_found`. */
export async function deleteInstance(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  const { orgId } = ctx.principal
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    await lockInstanceSites(tx, orgId, id)
    const row = await instances.lock(tx, orgId, id)
    await instances.remove(tx, orgId, id)
    await handOverCandidates(tx, orgId, row.asset_keys, deps.now())
  })
}

/** Returns the template of an instance. Throws `not_found`. */
export async function readTemplate({ db }: Pick<Deps, 'db'>, orgId: string, instanceId: string) {
  const { template_id } = await instances.get(db, orgId, instanceId)
  return templates.get(db, orgId, template_id)
}

/** Returns a page's template and values, and locks them against changes. Throws `not_found`. */
export async function getSource(tx: Transaction, orgId: string, instanceId: string) {
  const { template_id, values } = await instances.lock(tx, orgId, instanceId, true)
  return { template: await templates.lock(tx, orgId, template_id, true), values }
}
