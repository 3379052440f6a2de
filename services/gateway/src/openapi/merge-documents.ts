export type JsonObject = Record<string, unknown>

/** Merges OpenAPI 3.1 documents. If two documents have the same part, the earlier document wins. */
export function mergeDocuments(first: JsonObject, others: readonly JsonObject[]): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const components: Record<string, JsonObject> = {}
  for (const document of [first, ...others]) {
    for (const [path, item] of Object.entries(toObject(document['paths']))) {
      paths[path] = { ...toObject(item), ...paths[path] }
    }
    for (const [kind, entries] of Object.entries(toObject(document['components']))) {
      components[kind] = { ...toObject(entries), ...components[kind] }
    }
  }
  return { ...first, paths: sorted(paths), components }
}

/** Returns the value if it is an object, or else an empty object. */
export const toObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

const sorted = <V>(record: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
