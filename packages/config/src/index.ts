export {
  type AccountAddress,
  digestRecipient,
  isAdminAccount,
  isListedAddress,
  isTrustedAddress,
  quoteRecipient,
  supportOwnerEmail,
} from './addresses.ts'
export { type AssetStorage, assetStorage } from './asset-storage.ts'
export { bootWarnings, ownersSpokenForByGateway } from './boot-warnings.ts'
export { ConfigError, type ConfigProblems } from './config-error.ts'
export { type ExposedConfig, exposedConfig, exposedNames } from './exposed-config.ts'
export { type DormantIntegration, dormantIntegrations, isLive, type Owner } from './integrations.ts'
export { defaultModels, type Llm, type LlmTask, llm, type ManagedLlm, managedLlm } from './llm.ts'
export { loadConfig, requireValue } from './load-config.ts'
export { clientOrigins, isAllowedMcpRedirect, rateLimitsOn } from './origins.ts'
export { isRedactedKey, redactedKeys } from './redacted-keys.ts'
export { createRedactor } from './redactor.ts'
export { secretValues } from './secret-values.ts'
export { substituteEnv } from './substitute-env.ts'
export type { Env, Variable, VariableKind } from './variable.ts'
export {
  type PlatformConfig,
  type VariableName,
  variableEntries,
  variableGroups,
  variables,
} from './variables.ts'
