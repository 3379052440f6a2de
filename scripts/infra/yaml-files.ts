import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns every deployment and workflow YAML file, as paths from the root. The templates of the Helm
 * chart are no YAML before Helm renders them.
 */
export function yamlFiles(): string[] {
  return ['infra', '.github'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('infra/chart/templates/')),
  )
}

/**
 * Returns the documents in one file as plain values. Throws if the YAML is invalid, for example if
 * it repeats a key.
 */
export const readYaml = (path: string): unknown[] =>
  parseYaml(readFileSync(join(root, path), 'utf8'))

/** Returns the documents in a text as plain values. Throws like `readYaml`. */
export function parseYaml(text: string): unknown[] {
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: true })
  if (!Array.isArray(documents)) return []
  return documents.map((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) throw problem
    return document.toJS() as unknown
  })
}
