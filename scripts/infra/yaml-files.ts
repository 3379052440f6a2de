import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every YAML file of the deployment and of the workflows, as paths from the root. */
export function yamlFiles(): string[] {
  return ['infra', '.github'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
}

/** The documents of one file as plain values. Throws on anything that is not valid YAML, a repeated key included. */
export function readYaml(path: string): unknown[] {
  const documents = parseAllDocuments(readFileSync(join(root, path), 'utf8'), {
    merge: true,
    uniqueKeys: true,
  })
  if (!Array.isArray(documents)) return []
  return documents.map((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) throw problem
    return document.toJS() as unknown
  })
}
