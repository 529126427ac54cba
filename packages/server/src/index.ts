export { type Config, ConfigError, readConfig } from './config.ts'
export { createLog } from './http/log.ts'
export { type RunningServer, type ServerOptions, startServer } from './main.ts'
