export {
  type AccountAddress,
  canMail,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  quoteRecipient,
  supportOwnerEmail,
} from './addresses.ts'
export { bootWarnings, dormantIntegrations, missingVariables } from './boot-warnings.ts'
export {
  addressVariables,
  assistantVariables,
  creditVariables,
  fetchVariables,
  mailVariables,
  ownMailboxVariables,
  peopleVariables,
  processVariables,
  serviceAddresses,
  strangerMailVariables,
} from './common-variables.ts'
export { ConfigError } from './config-error.ts'
export { endpoint } from './endpoint.ts'
export { exposedConfig, exposedNames } from './exposed-config.ts'
export { loadConfig, requireValue } from './load-config.ts'
export { missingModelKey, modelVariables, platformModel } from './model-variables.ts'
export { clientOrigins, rateLimitsOn } from './origins.ts'
export { plannedVariables } from './planned-variables.ts'
export { readEnvironment } from './read-environment.ts'
export { isRedactedKey } from './redacted-keys.ts'
export { createRedactor } from './redactor.ts'
export {
  isHostOfEntry,
  isLoopbackUrl,
  type RedirectEntry,
  readRedirectEntry,
} from './redirect-entries.ts'
export { secretValues } from './secret-values.ts'
export {
  type ConfigOf,
  defineVariables,
  type Integration,
  mergeVariables,
  type Owner,
  type ServiceVariables,
  type SharedConfig,
  type Variables,
} from './service-variables.ts'
export { sharedVariables } from './shared-variables.ts'
export { type StorageValues, storageProblems, storageVariables } from './storage-variables.ts'
export { substituteEnv } from './substitute-env.ts'
export type { Config, Env, Variable, VariableTable } from './variable.ts'
