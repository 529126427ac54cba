import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the browser of the user. Where there is none, nothing happens: the address is printed as well. */
export const openBrowser = (address: string): void => {
  const [command, ...options] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...options, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
