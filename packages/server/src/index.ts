export { type Config, ConfigError, readConfig } from './config.ts'
export { type RunningServer, type ServerOptions, startServer } from './main.ts'
export { createLog } from './watch/log.ts'
