/** Descriptions by id of a schema or operation; inner properties are joined by dots (`author.id`). */
export type ReferenceTable = Readonly<Record<string, Readonly<Record<string, string>>>>
