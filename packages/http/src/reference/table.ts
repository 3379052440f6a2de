/**
 * Descriptions by place: the id of a named schema, or the id of an operation for the shapes without a name of its
 * request and answers. Properties of inner objects and of members of lists are joined by dots (`author.id`).
 */
export type ReferenceTable = Readonly<Record<string, Readonly<Record<string, string>>>>
