import { describe, expect, it } from 'vitest'
import { findSql } from './find-sql.ts'

describe('findSql', () => {
  it('finds tagged templates with their lines, with or without type arguments', () => {
    const source =
      'const a = sql`select 1`\nconst b = sql<{ n: string }>`select 2`\nconst c = `select 3`\n'
    const { templates, outbox } = findSql('a.ts', source)
    expect([templates.toSorted(), outbox]).toEqual([[1, 2], []])
  })

  it('finds the outbox only in SQL and in query builder calls', () => {
    const source = [
      'sql`insert into outbox (id) values (1)`',
      "tx.insertInto('outbox').values(row)",
      "db.selectFrom('outbox as o').selectAll()",
      "join(folder, 'outbox')",
      "tx.insertInto('outboxes').values(row)",
    ].join('\n')
    expect(findSql('a.ts', source).outbox.toSorted()).toEqual([1, 2, 3])
  })

  it('rejects a source if it does not parse', () => {
    expect(() => findSql('a.ts', 'const = 1')).toThrow('a.ts')
  })
})
