const section = (number: number): string => `## Step ${number}: configure the server

The server reads \`server.port\` and **never** guesses it [1]. Put it behind a proxy that you trust, and say how many hops
there are [2][3]; see [the guide](https://docs.example.com/guide/proxy#hops) for the *usual* set-ups.

1. Install it with \`npm install sidenote\`.
2. Write the file below, then start it again.
3. Open **Settings**, choose *Keys* and make one for this site [2].

\`\`\`ts
import { start } from 'sidenote'

const server = await start({ port: ${4_000 + number}, proxies: ${number}, data: './data' })
console.log(\`Listening on \${server.url}\`)
\`\`\`

| Option | Default | Meaning |
| --- | --- | --- |
| \`port\` | 4000 | Where it listens |
| \`proxies\` | 0 | How many proxies are in front of it |
| \`data\` | \`./data\` | Where everything is stored |

- A restart takes less than a second.
- Readers are served while it happens [3].

`

/** 3.5 kB as models write them: headings, paragraphs, lists, code, tables, links and citations. */
export const answer = [1, 2, 3, 4, 5].map(section).join('').slice(0, 3_500)

/** Length of the text after each of 600 deltas. */
export const ends = Array.from({ length: 600 }, (_, index) => Math.round(((index + 1) * answer.length) / 600))
