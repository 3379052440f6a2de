import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { at } from './manifests.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Returns what the schemas of Kubernetes and of the Prometheus Operator refuse in these objects. The
 * packages check types, required fields, formats and ranges at run time. The compiler finds unknown
 * fields, because the objects are literals of the packages' types.
 */
export async function findSchemaProblems(objects: readonly unknown[]): Promise<string[]> {
  const problems = await Promise.all(objects.map(validate))
  return [...problems.flat(), ...(await compile(objects))]
}

const describe = (object: unknown): string =>
  `${at(object, 'kind')} ${at(object, 'metadata', 'name')}`

function findModule(object: unknown): string {
  const version = String(at(object, 'apiVersion'))
  const isOperator = version.startsWith('monitoring.coreos.com/')
  const name = isOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'
  return `${name}/${version}/${at(object, 'kind')}`
}

async function validate(object: unknown): Promise<string[]> {
  try {
    const models = await import(findModule(object))
    new models[String(at(object, 'kind'))](object).validate()
    return []
  } catch (error) {
    return [`${describe(object)}: ${error instanceof Error ? error.message : error}`]
  }
}

async function compile(objects: readonly unknown[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-kubernetes-'))
  try {
    await symlink(join(root, 'scripts/node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const lines = objects.map((object, index) => {
      const type = `import('${findModule(object)}').I${at(object, 'kind')}`
      return `export const object${index}: ${type} = ${JSON.stringify(object)}`
    })
    await writeFile(join(folder, 'objects.ts'), lines.join('\n'))
    const flags = '--noEmit --strict --skipLibCheck --module nodenext --checkers 1 --pretty false'
    const output = await new Promise<string>((resolve) => {
      const program = join(root, 'node_modules/.bin/tsc')
      const args = [...flags.split(' '), '--types', '', 'objects.ts']
      execFile(program, args, { cwd: folder }, (error, stdout, stderr) =>
        resolve(error === null ? '' : stdout || stderr || error.message),
      )
    })
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const number = /^objects\.ts\((\d+),/.exec(line)?.[1]
        return number === undefined ? line : `${describe(objects[Number(number) - 1])}: ${line}`
      })
  } finally {
    await rm(folder, { recursive: true })
  }
}
