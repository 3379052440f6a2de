import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A card's assignee and customer. The dashboard kept the assignee in the free field `assignee`, and
 * cards named a customer in `customerId`.
 */
export const cardPeople: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table tasks add column assignee_id text, add column customer_id text;
      update tasks set assignee_id = fields ->> 'assignee', fields = fields - 'assignee'
        where fields ->> 'assignee' like 'usr\\_%';
      update tasks set customer_id = fields ->> 'customerId'
        where fields ->> 'customerId' like 'cus\\_%';
      create index tasks_assignee on tasks (org_id, assignee_id, created_at, id)
        where assignee_id is not null;
      create index tasks_customer on tasks (org_id, customer_id, created_at, id)
        where customer_id is not null`.execute(db)
  },
}
