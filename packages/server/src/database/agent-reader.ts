/** The reader whose questions are those of agents that come through MCP: they can be told from people’s. */
export const agentReader = 'mcp'
