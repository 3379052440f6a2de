import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Returns the operator's variables for the servers of `npm start`. Given variables take precedence.
 */
export async function operatorEnvironment(
  root: string,
  given: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const home = resolve(root, given['ATRIUM_HOME'] || '.atrium')
  const file = await readFile(join(home, 'operator.env'), 'utf8').catch(() => '')
  // The platform stores its files here unless another store was given.
  const files = given['ASSETS_S3_ENDPOINT'] ? {} : { ASSETS_UPLOAD_DIR: join(home, 'assets') }
  return { ...files, ...parseEnv(file), ...given }
}
