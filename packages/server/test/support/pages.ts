/** A small documentation to ask about. */
export const pages: Record<string, string> = {
  'index.md': `# Kettle

Kettle is a command-line tool that heats water over HTTP.

## Why Kettle

It boils one litre in 90 seconds and reports its progress as JSON.
`,
  'install.md': `# Installation

Install Kettle with npm:

\`\`\`sh
npm install --global kettle
\`\`\`

Kettle needs Node 22 or later.

## Upgrade Kettle

Run \`kettle upgrade\`. Settings are kept.
`,
  'configuration.md': `# Configuration

Settings are read from \`kettle.json\` in the current folder.

## Temperature

The \`temperature\` option sets the target in degrees Celsius. The default is 96.

\`\`\`json
{ "temperature": 80 }
\`\`\`

## Port

The \`port\` option sets where Kettle listens. The default port is 8123.

| Option | Default | Meaning |
| --- | --- | --- |
| \`port\` | 8123 | Where Kettle listens |
| \`host\` | 127.0.0.1 | Which address it binds |

## Set the unit of the temperature

Set \`unit\` to \`fahrenheit\` to give the temperature in degrees Fahrenheit.

## Temperature profiles

A temperature profile is a named list of temperatures. Kettle follows it step by step.
`,
  'guides/descale.md': `# Descale the heater

1. Fill the tank with vinegar.
2. Run \`kettle descale\`.
3. Rinse twice.

Descale the heater every 200 litres.
`,
  'errors.md': `# Errors

## E_DRY: the tank is empty

Kettle stops with \`E_DRY\` when the tank is empty. Fill the tank and run the command again.
`,
}

const valve = (version: string, screw: string): string =>
  `---\nversion: "${version}"\n---\n\n# Valve\n\nTo replace the valve, turn the ${screw} screw.\n`

/** A page whose versions do not say the same: “How do I replace the valve?” is asked back. */
export const twoVersions: Record<string, string> = {
  'v1/valve.md': valve('1', 'brass'),
  'v2/valve.md': valve('2', 'steel'),
}
