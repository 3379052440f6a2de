import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/** The given variables above those of the operator's users at the servers of `npm start`. */
export async function operatorEnvironment(
  root: string,
  given: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const home = resolve(root, given['ATRIUM_HOME'] || '.atrium')
  const file = await readFile(join(home, 'operator.env'), 'utf8').catch(() => '')
  // The platform keeps its files here unless it was given another store.
  const files = given['ASSETS_S3_ENDPOINT'] ? {} : { ASSETS_UPLOAD_DIR: join(home, 'assets') }
  return { ...files, ...parseEnv(file), ...given }
}
