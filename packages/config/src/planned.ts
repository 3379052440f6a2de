import type { VariableName } from './variables.ts'

/** Integrations of features that are not built yet: nobody can miss them, so nothing warns of them. */
export const plannedIntegrations: ReadonlySet<string> = new Set([
  ...['llm', 'managed-llm', 'speech', 'launches', 'repos', 'mailbox-filters'],
])

/** Variables that are parsed and that no feature reads yet. */
export const plannedVariables: ReadonlySet<string> = new Set<VariableName>([
  ...(['LLM_PROVIDER', 'LLM_GATEWAY_API_KEY', 'LLM_GATEWAY_BASE_URL'] as const),
  ...(['LLM_DIRECT_API_KEY', 'LLM_DIRECT_BASE_URL', 'LLM_EXTRACT_URLS_MODEL'] as const),
  ...(['LLM_ANALYZE_CONTENT_MODEL', 'LLM_CLASSIFY_ITEM_MODEL'] as const),
  ...(['MANAGED_LLM_PROVIDER', 'MANAGED_LLM_MODEL', 'MANAGED_LLM_API_KEY'] as const),
  ...(['SPEECH_API_KEY', 'SPEECH_API_URL', 'SPEECH_USD_PER_CREDIT'] as const),
  ...(['LAUNCHES_TOKEN', 'REPOS_TOKEN', 'SEARCH_API_URL', 'CHROME_CDP_ENDPOINT'] as const),
  ...(['MCP_ALLOWED_REDIRECT_HOSTS', 'ACCOUNTING_ENABLED', 'UPLOAD_DIR'] as const),
  ...(['CREDITS_METERING_ENABLED', 'DASHBOARD_PORT', 'VITE_API_URL'] as const),
])
