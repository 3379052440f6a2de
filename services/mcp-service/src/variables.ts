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
      about: 'Where the mcp service reaches the gateway, through which it calls the API.',
    },
  },
})
