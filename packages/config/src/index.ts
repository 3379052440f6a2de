export {
  type AccountAddress,
  canMail,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  mailProblems,
  quoteRecipient,
  sendsMail,
  supportOwnerEmail,
} from './addresses.ts'
export { bootWarnings, dormantIntegrations, missingVariables } from './boot-warnings.ts'
export { ConfigError } from './config-error.ts'
export { endpoint } from './endpoint.ts'
export { loadConfig, requireValue } from './load-config.ts'
export { clientOrigins, rateLimitsOn } from './origins.ts'
export { readEnvironment } from './read-environment.ts'
export { exposedConfig, exposedNames } from './redaction/exposed-config.ts'
export { isRedactedKey } from './redaction/redacted-keys.ts'
export { createRedactor } from './redaction/redactor.ts'
export { secretValues } from './redaction/secret-values.ts'
export {
  isHostOfEntry,
  isLoopbackUrl,
  type RedirectEntry,
  readRedirectEntry,
} from './redirect-entries.ts'
export { substituteEnv } from './substitute-env.ts'
export type { Config, Env, Variable, VariableTable } from './variable.ts'
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
} from './variables/common-variables.ts'
export { missingModelKey, modelVariables, platformModel } from './variables/model-variables.ts'
export { plannedVariables } from './variables/planned-variables.ts'
export {
  type ConfigOf,
  defineVariables,
  type Integration,
  mergeVariables,
  type Owner,
  type ServiceVariables,
  type SharedConfig,
  type Variables,
} from './variables/service-variables.ts'
export { sharedVariables } from './variables/shared-variables.ts'
export {
  type StorageValues,
  storageProblems,
  storageVariables,
} from './variables/storage-variables.ts'
