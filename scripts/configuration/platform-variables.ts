import { assetsVariables } from '@atrium/assets-service/variables'
import { boardVariables } from '@atrium/board-service/variables'
import { mergeVariables, plannedVariables } from '@atrium/config'
import { connectVariables } from '@atrium/connect-service/variables'
import { dashboardVariables } from '@atrium/dashboard/variables'
import { gatewayVariables } from '@atrium/gateway/variables'
import { identityVariables } from '@atrium/identity-service/variables'
import { invoicingVariables } from '@atrium/invoicing-service/variables'
import { mcpVariables } from '@atrium/mcp-service/variables'
import { workflowVariables } from '@atrium/workflow-runner/variables'

export const serviceVariables = [
  gatewayVariables,
  identityVariables,
  assetsVariables,
  boardVariables,
  connectVariables,
  invoicingVariables,
  workflowVariables,
  mcpVariables,
] as const

export const documentedVariables = [...serviceVariables, dashboardVariables] as const

/** All platform variables, including planned ones. */
export const platformVariables = mergeVariables(serviceVariables, plannedVariables)
