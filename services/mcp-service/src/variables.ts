import { addressVariables, defineVariables, serviceAddresses } from '@atrium/config'

export const mcpVariables = defineVariables({
  owner: 'mcp',
  table: {
    MCP_PORT: serviceAddresses.mcp.MCP_PORT,
    API_URL: addressVariables.API_URL,
    GATEWAY_SERVICE_URL: {
      kind: 'identifier',
      type: 'baseUrl',
      derived: '{API_URL}',
      about: 'Where the MCP service reaches the gateway to call the API.',
    },
  },
})
