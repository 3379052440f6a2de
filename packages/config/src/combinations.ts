import type { Variable } from './variable.ts'
import { type PlatformConfig, variableEntries } from './variables.ts'

/** The rules that span several variables and fail the boot when broken. */
export function checkCombinations(config: PlatformConfig): { missing: string[]; conflicts: string[] } {
  const missing: string[] = []
  const conflicts: string[] = []

  if (config.explicit.has('LLM_PROVIDER')) {
    if (config.LLM_PROVIDER === 'gateway' && !config.LLM_GATEWAY_API_KEY) missing.push('LLM_GATEWAY_API_KEY')
    if (config.LLM_PROVIDER === 'direct' && !config.LLM_DIRECT_API_KEY) missing.push('LLM_DIRECT_API_KEY')
  }

  const { ASSETS_UPLOAD_DIR: directory, ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = config
  if (directory && (endpoint || bucket)) {
    conflicts.push('ASSETS_UPLOAD_DIR and ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET exclude each other')
  } else if (endpoint && !bucket) missing.push('ASSETS_S3_BUCKET')
  else if (bucket && !endpoint) missing.push('ASSETS_S3_ENDPOINT')
  else if (!directory && !endpoint && config.NODE_ENV === 'production') {
    missing.push('ASSETS_UPLOAD_DIR or ASSETS_S3_ENDPOINT with ASSETS_S3_BUCKET')
  }
  if (config.ASSETS_S3_ACCESS_KEY && !config.ASSETS_S3_SECRET_KEY) missing.push('ASSETS_S3_SECRET_KEY')
  if (config.ASSETS_S3_SECRET_KEY && !config.ASSETS_S3_ACCESS_KEY) missing.push('ASSETS_S3_ACCESS_KEY')
  conflicts.push(...knownKeys(config))
  return { missing, conflicts }
}

// Of the stand-ins and of the documentation: whoever reads the sources has them.
const knownValue =
  /^(?:(?:sk_test_sandbox|atrium|atrium-secret)$|whsec_sandbox_|sandbox-|change-?me)|a long random text/i

/** The secrets whose value is in the sources; in production they protect nothing. */
function knownKeys(config: PlatformConfig): string[] {
  if (config.NODE_ENV !== 'production' && config.APP_ENV !== 'production') return []
  return variableEntries.flatMap(([name, { kind, type }]) => {
    const value: unknown = kind === 'secret' ? Reflect.get(config, name) : undefined
    return typeof value === 'string' && secretsIn(type, value).some((secret) => knownValue.test(secret))
      ? [`${name} is a well-known development key, which production refuses`]
      : []
  })
}

/** The key itself, or the passwords of an address. */
function secretsIn(type: Variable['type'], value: string): string[] {
  if (type !== 'databaseUrl' && type !== 'natsUrl') return [value]
  const addresses = type === 'natsUrl' ? value.split(',').map((server) => server.trim()) : [value]
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).password] : []))
}
