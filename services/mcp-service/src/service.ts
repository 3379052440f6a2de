import { defineService } from '@atrium/service-kit'
import { createHandler } from './protocol/handle-request.ts'
import { mcpRoutes } from './routes.ts'
import { createToolbox } from './tools/toolbox.ts'
import { mcpVariables } from './variables.ts'

/**
 * The platform for assistants: an ordinary API client with the Model Context Protocol in front of
 * it.
 */
export const mcpService = defineService({
  name: 'mcp',
  description: 'Atrium for assistants',
  variables: mcpVariables,
  port: (config) => config.MCP_PORT,
  build(kit) {
    const app = kit.createApp()
    const deps = {
      gatewayUrl: kit.config.GATEWAY_SERVICE_URL,
      logger: kit.logger,
      metrics: kit.metrics,
      toolbox: createToolbox(),
      now: kit.now,
    }
    mcpRoutes(app, createHandler(deps))
    return { app }
  },
})
