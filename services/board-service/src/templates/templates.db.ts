import { json } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { Db, InstanceTable, TemplateTable, Tx } from '../database.ts'

export type TemplateRow = Selectable<TemplateTable>
export type InstanceRow = Selectable<InstanceTable>

interface Page {
  limit: number
  offset: number
}

export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<TemplateRow> {
  return tx
    .insertInto('templates')
    .values({ ...row, variables: json(row.variables) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateTemplate(tx: Tx, row: TemplateRow): Promise<TemplateRow> {
  const { id, org_id, ...rest } = row
  return tx
    .updateTable('templates')
    .set({ ...rest, variables: json(row.variables) })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findTemplate(db: Db | Tx, orgId: string, id: string): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
}

export async function lockTemplate(
  tx: Tx,
  orgId: string,
  id: string,
  mode: 'update' | 'share',
): Promise<TemplateRow | undefined> {
  const query = tx.selectFrom('templates').selectAll().where('id', '=', id).where('org_id', '=', orgId)
  return (mode === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst()
}

export async function deleteTemplateRow(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('id', '=', id).where('org_id', '=', orgId).execute()
}

export async function hasInstances(tx: Tx, orgId: string, templateId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('template_instances')
    .select('id')
    .where('template_id', '=', templateId)
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findTemplates(
  db: Db,
  orgId: string,
  page: Page,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const query = db.selectFrom('templates').where('org_id', '=', orgId)
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

export async function insertInstance(tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  return tx
    .insertInto('template_instances')
    .values({ ...row, values: json(row.values) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateInstance(tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const { id, org_id, ...rest } = row
  return tx
    .updateTable('template_instances')
    .set({ ...rest, values: json(row.values) })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findInstance(db: Db | Tx, orgId: string, id: string): Promise<InstanceRow | undefined> {
  return db
    .selectFrom('template_instances')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
}

export async function lockInstance(
  tx: Tx,
  orgId: string,
  id: string,
  mode: 'update' | 'share',
): Promise<InstanceRow | undefined> {
  const query = tx
    .selectFrom('template_instances')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
  return (mode === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst()
}

/** Holds the sites made from an instance, before the instance itself: the order in which publishing locks. */
export async function lockSitesOf(tx: Tx, orgId: string, instanceId: string): Promise<void> {
  await tx
    .selectFrom('sites')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('org_id', '=', orgId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function deleteInstanceRow(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('template_instances').where('id', '=', id).where('org_id', '=', orgId).execute()
}

export async function findInstances(
  db: Db,
  orgId: string,
  page: Page & { templateId?: string | undefined },
): Promise<{ rows: InstanceRow[]; total: number }> {
  let query = db.selectFrom('template_instances').where('org_id', '=', orgId)
  if (page.templateId !== undefined) query = query.where('template_id', '=', page.templateId)
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}
