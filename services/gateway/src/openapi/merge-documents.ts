type JsonObject = Record<string, unknown>

/** What a service serves at its internal `/openapi.json`. */
export interface ServiceDocument {
  /** Names the service; goes before a schema's name when another service has a different one of that name. */
  readonly service: string
  readonly own: JsonObject
  readonly extra?: JsonObject | undefined
}

/**
 * One OpenAPI 3.1 document out of those of several services: their paths side by side, their components together.
 * The first document gives the title and the version.
 */
export function mergeDocuments(first: JsonObject, services: readonly ServiceDocument[]): JsonObject {
  const paths: Record<string, JsonObject> = {}
  const components: Record<string, JsonObject> = {}
  addDocument(paths, components, first)
  for (const { service, own, extra } of services) {
    for (const document of [own, extra]) {
      if (document !== undefined) addDocument(paths, components, renameClashes(components, service, document))
    }
  }
  return { ...first, paths: sorted(paths), components }
}

function addDocument(
  paths: Record<string, JsonObject>,
  components: Record<string, JsonObject>,
  document: JsonObject,
): void {
  for (const [path, item] of Object.entries(objectOf(document['paths']))) {
    paths[path] = { ...objectOf(item), ...paths[path] }
  }
  for (const [kind, entries] of Object.entries(objectOf(document['components']))) {
    components[kind] = { ...objectOf(entries), ...components[kind] }
  }
}

function renameClashes(
  components: Record<string, JsonObject>,
  service: string,
  document: JsonObject,
): JsonObject {
  const known = components['schemas'] ?? {}
  const theirs = objectOf(objectOf(document['components'])['schemas'])
  const clashes = Object.keys(theirs).filter(
    (name) => Object.hasOwn(known, name) && JSON.stringify(known[name]) !== JSON.stringify(theirs[name]),
  )
  if (clashes.length === 0) return document
  const prefix = service.charAt(0).toUpperCase() + service.slice(1)
  const newName = new Map(clashes.map((name) => [name, `${prefix}${name}`]))
  let text = JSON.stringify(document)
  for (const [name, renamed] of newName) {
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${renamed}"`)
  }
  const copy = JSON.parse(text) as JsonObject
  const schemas = objectOf(objectOf(copy['components'])['schemas'])
  const renamed = Object.entries(schemas).map(
    ([name, schema]) => [newName.get(name) ?? name, schema] as const,
  )
  return { ...copy, components: { ...objectOf(copy['components']), schemas: Object.fromEntries(renamed) } }
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

const sorted = <V>(record: Record<string, V>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
