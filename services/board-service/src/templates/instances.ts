import {
  type NewTemplateInstance,
  newId,
  type TemplateInstance,
  type TemplateInstancePatch,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { mergePatch, requireModest } from '../cards/merge-patch.ts'
import type { Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { changeKeys, handOverCandidates } from '../references/change-references.ts'
import { siteKeys } from '../references/reference-keys.ts'
import { requireValues } from './check-values.ts'
import { siteErrors } from './errors.ts'
import { type InstanceRow, instances, lockSitesOf, type TemplateRow, templates } from './templates.db.ts'

const view = (row: InstanceRow): TemplateInstance => ({
  id: row.id,
  templateId: row.template_id,
  name: row.name,
  values: row.values,
  orgId: row.org_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const keysOf = (orgId: string, row: Pick<InstanceRow, 'name' | 'values'>) =>
  siteKeys(orgId, { name: row.name, values: row.values })

async function getTemplateOf(tx: Tx, orgId: string, id: string): Promise<TemplateRow> {
  const template = await templates.lock(tx, orgId, id, 'share')
  if (template === undefined) throw siteErrors.not_found({ message: 'No such template' })
  return template
}

/** Creates an instance. Throws `not_found`, `values_invalid`, `foreign_asset` (422), `asset_released` (409). */
export async function createInstance(
  deps: Deps,
  ctx: Ctx,
  input: NewTemplateInstance,
): Promise<TemplateInstance> {
  const keys = keysOf(ctx.orgId, input)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const template = await getTemplateOf(tx, ctx.orgId, input.templateId)
    requireValues(template.variables, input.values)
    const now = deps.clock()
    await changeKeys(tx, ctx.orgId, [], keys, now)
    return view(
      await instances.insert(tx, {
        id: newId('tin'),
        org_id: ctx.orgId,
        template_id: template.id,
        name: input.name,
        values: input.values,
        asset_keys: keys,
        created_at: now,
        updated_at: now,
      }),
    )
  })
}

/** One instance. Throws `not_found`. */
export async function getInstance(deps: Deps, ctx: Ctx, id: string): Promise<TemplateInstance> {
  const row = await instances.find(deps.db, ctx.orgId, id)
  if (row === undefined) throw siteErrors.not_found()
  return view(row)
}

/** A page of instances, newest first. */
export async function listInstances(
  deps: Deps,
  ctx: Ctx,
  page: { limit: number; offset: number; templateId?: string | undefined },
) {
  const having = page.templateId === undefined ? {} : { template_id: page.templateId }
  const { rows, total } = await instances.page(deps.db, ctx.orgId, page, having)
  return { items: rows.map(view), total, limit: page.limit, offset: page.offset }
}

/** Changes an instance; an image that is swapped for another becomes a candidate for release. */
export async function updateInstance(
  deps: Deps,
  ctx: Ctx,
  id: string,
  patch: TemplateInstancePatch,
): Promise<TemplateInstance> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await instances.lock(tx, ctx.orgId, id)
    if (row === undefined) throw siteErrors.not_found()
    const template = await getTemplateOf(tx, ctx.orgId, row.template_id)
    const now = deps.clock()
    const next = {
      ...row,
      name: patch.name ?? row.name,
      values: patch.values === undefined ? row.values : mergePatch(row.values, patch.values),
      updated_at: now,
    }
    requireValues(template.variables, next.values)
    requireModest(next.values, 'values')
    const keys = keysOf(ctx.orgId, next)
    await changeKeys(tx, ctx.orgId, row.asset_keys, keys, now)
    return view(await instances.update(tx, { ...next, asset_keys: keys }))
  })
}

/** Deletes an instance; sites published from it keep their snapshot. Throws `not_found`. */
export async function deleteInstance(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    await lockSitesOf(tx, ctx.orgId, id)
    const row = await instances.lock(tx, ctx.orgId, id)
    if (row === undefined) throw siteErrors.not_found()
    await instances.remove(tx, ctx.orgId, id)
    await handOverCandidates(tx, ctx.orgId, row.asset_keys, deps.clock())
  })
}

/** What a page is made from, held against changes. Throws `not_found`. */
export async function getSource(
  tx: Tx,
  orgId: string,
  instanceId: string,
): Promise<{ template: TemplateRow; values: Record<string, unknown> }> {
  const instance = await instances.lock(tx, orgId, instanceId, 'share')
  if (instance === undefined) throw siteErrors.not_found({ message: 'No such instance' })
  const template = await getTemplateOf(tx, orgId, instance.template_id)
  return { template, values: instance.values }
}
